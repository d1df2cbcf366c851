// SPDX-License-Identifier: Apache-2.0
// What GNOME Shell 43 and 44 start, whose extensions are no modules yet; service.js, which is one, does the work.
/* exported init */
const Me = imports.misc.extensionUtils.getCurrentExtension();

class SwivelWindows {
    enable() {
        this._isEnabled = true;
        import(`${Me.dir.get_uri()}/service.js`).then(({WindowService}) => {
            if (this._isEnabled)
                this._service ??= new WindowService();
        }).catch(error => logError(error, Me.uuid));
    }

    // In the lock screen it stays enabled: windows behind it are still there when that ends.
    disable() {
        this._isEnabled = false;
        this._service?.stop();
        this._service = null;
    }
}

function init() {
    return new SwivelWindows();
}
