// SPDX-License-Identifier: Apache-2.0
// A tile of the quick settings that locks rotation; its menu says why the screen did not rotate.
//
// The tile is hidden while no daemon runs, and in the lock screen, since the reason may name windows.
import Gio from 'gi://Gio';

const NAME = 'io.github.swivel.Swivel1';
const PATH = '/io/github/swivel/Swivel1';
const TITLE = 'Rotation lock';
const Icon = {LOCKED: 'rotation-locked-symbolic', FREE: 'rotation-allowed-symbolic'};

// Shows the tile as long as it is not stopped.
//
// `shell` has the shell's classes QuickMenuToggle, SystemIndicator and PopupMenuItem, its sessionMode, `titleKey`,
// the property with a tile's title, and `add`, which adds an indicator with its tiles to the quick settings.
export class RotationTile {
    constructor(shell) {
        this._tile = new shell.QuickMenuToggle({[shell.titleKey]: TITLE, iconName: Icon.FREE, visible: false});
        this._tile.connect('clicked', () => this._toggle());
        this._reason = new shell.PopupMenuItem('', {activate: false, hover: false, can_focus: false});
        this._reason.label.clutter_text.line_wrap = true;
        this._tile.menu.addMenuItem(this._reason);
        this._indicator = new shell.SystemIndicator();
        this._indicator.quickSettingsItems.push(this._tile);
        shell.add(this._indicator);
        this._sessionMode = shell.sessionMode;
        this._modeSignal = this._sessionMode.connect('updated', () => this._update());
        this._cancellable = new Gio.Cancellable();
        Gio.DBusProxy.new_for_bus(Gio.BusType.SESSION, Gio.DBusProxyFlags.DO_NOT_AUTO_START, null,
            NAME, PATH, NAME, this._cancellable, (_, result) => {
                try {
                    this._follow(Gio.DBusProxy.new_for_bus_finish(result));
                } catch (error) {
                    if (!error.matches(Gio.IOErrorEnum, Gio.IOErrorEnum.CANCELLED))
                        logError(error, NAME);
                }
            });
    }

    stop() {
        this._cancellable.cancel();
        this._sessionMode.disconnect(this._modeSignal);
        for (const signal of this._signals ?? [])
            this._proxy.disconnect(signal);
        this._tile.destroy();
        this._indicator.destroy();
    }

    _follow(proxy) {
        this._proxy = proxy;
        this._signals = ['g-properties-changed', 'notify::g-name-owner'].map(
            name => proxy.connect(name, () => this._update()));
        this._update();
    }

    _toggle() {
        this._proxy.call('ToggleLock', null, Gio.DBusCallFlags.NO_AUTO_START, -1, this._cancellable, null);
    }

    _get(property) {
        return this._proxy.get_cached_property(property)?.deepUnpack();
    }

    _update() {
        this._tile.visible = Boolean(this._proxy?.g_name_owner) && !this._sessionMode.isLocked;
        if (!this._tile.visible)
            return;
        const isLocked = this._get('Locked') ?? false;
        const icon = isLocked ? Icon.LOCKED : Icon.FREE;
        this._tile.set({checked: isLocked, iconName: icon});
        this._tile.menu.setHeader(icon, TITLE);
        const rest = this._get('SensorRests');
        this._reason.label.text = this._get('MissedTurn') || rest && `The sensor rests: ${rest}` ||
            'The screen follows the device';
    }
}
