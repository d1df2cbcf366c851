// SPDX-License-Identifier: Apache-2.0
// What GNOME Shell 43 and 44 start, whose extensions are no modules yet; service.js and tile.js, which are, do the
// work.
/* exported init */
const {PACKAGE_VERSION} = imports.misc.config;
const Me = imports.misc.extensionUtils.getCurrentExtension();
const Main = imports.ui.main;
const {PopupMenuItem} = imports.ui.popupMenu;
const {QuickMenuToggle, SystemIndicator} = imports.ui.quickSettings;

class SwivelWindows {
    enable() {
        this._isEnabled = true;
        const folder = Me.dir.get_uri();
        Promise.all([import(`${folder}/service.js`), import(`${folder}/tile.js`)]).then(
            ([{WindowService}, {RotationTile}]) => {
                if (!this._isEnabled)
                    return;
                this._service ??= new WindowService();
                this._tile ??= new RotationTile({
                    PopupMenuItem, QuickMenuToggle, SystemIndicator, sessionMode: Main.sessionMode,
                    titleKey: PACKAGE_VERSION.startsWith('43') ? 'label' : 'title',
                    add: indicator => {
                        const {quickSettings} = Main.panel.statusArea;
                        quickSettings._indicators.add_child(indicator);
                        quickSettings._addItems(indicator.quickSettingsItems);
                    },
                });
            }).catch(error => logError(error, Me.uuid));
    }

    // In the lock screen it stays enabled: windows behind it are still there when that ends.
    disable() {
        this._isEnabled = false;
        this._service?.stop();
        this._tile?.stop();
        this._service = this._tile = null;
    }
}

function init() {
    return new SwivelWindows();
}
