// SPDX-License-Identifier: Apache-2.0

/// The keys that are read from Android's dumps, by heading.
enum AndroidDumpKeys {
  static let rotation: Set<Substring> = [
    "mCurrentAppOrientation", "mLastOrientation", "mRotation", "mLandscapeRotation",
    "mSeascapeRotation", "mPortraitRotation", "mUpsideDownRotation", "mSupportAutoRotation",
    "mCarDockRotation", "mDeskDockRotation", "mUserRotationMode", "mUserRotation",
    "mAllowAllRotations", "mDemoHdmiRotation", "mDemoHdmiRotationLock", "mUndockedHdmiRotation",
    "mDemoRotation", "mDemoRotationLock", "mLidOpenRotation", "mFixedToUserRotation",
  ]
  static let policy: Set<Substring> = [
    "mCarDockEnablesAccelerometer", "mDeskDockEnablesAccelerometer", "mDockMode", "mLidState",
    "mHdmiPlugged", "mPersistentVrModeEnabled",
  ]
  static let judge: Set<Substring> = [
    "mEnabled", "mCurrentRotation", "mProposedRotation", "mFlat", "mSwinging", "mAccelerating",
    "mOverhead", "mTouched",
  ]
  static let fold: Set<Substring> = [
    "mPauseAutorotationDuringUnfolding", "mShouldDisableRotationSensor",
    "mShouldIgnoreSensorRotation", "mDeviceState",
  ]
  static let activity: Set<Substring> = [
    "visible", "mVisible", "mVisibleRequested", "fullscreen", "occludesParent", "mOccludesParent",
    "mFillsParent", "appFullscreen", "mOrientation", "overrideOrientation", "requestedOrientation",
    "finishing", "noDisplay", "mNoDisplay",
  ]
  static let window: Set<Substring> = [
    "mDisplayId", "isVisible", "isReadyForDisplay()",
  ]
}
