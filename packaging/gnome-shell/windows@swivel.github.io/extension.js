// SPDX-License-Identifier: Apache-2.0
// What GNOME Shell 45 and later start; service.js and tile.js do the work.
import {Extension} from 'resource:///org/gnome/shell/extensions/extension.js';
import * as Main from 'resource:///org/gnome/shell/ui/main.js';
import {PopupMenuItem} from 'resource:///org/gnome/shell/ui/popupMenu.js';
import {QuickMenuToggle, SystemIndicator} from 'resource:///org/gnome/shell/ui/quickSettings.js';

import {WindowService} from './service.js';
import {RotationTile} from './tile.js';

export default class SwivelWindows extends Extension {
    enable() {
        this._service = new WindowService();
        this._tile = new RotationTile({
            PopupMenuItem, QuickMenuToggle, SystemIndicator, sessionMode: Main.sessionMode, titleKey: 'title',
            add: indicator => Main.panel.statusArea.quickSettings.addExternalIndicator(indicator),
        });
    }

    // In the lock screen it stays enabled: windows behind it are still there when that ends.
    disable() {
        this._service?.stop();
        this._tile?.stop();
        this._service = this._tile = null;
    }
}
