// SPDX-License-Identifier: Apache-2.0
// What GNOME Shell 45 and later start; service.js does the work.
import {Extension} from 'resource:///org/gnome/shell/extensions/extension.js';

import {WindowService} from './service.js';

export default class SwivelWindows extends Extension {
    enable() {
        this._service = new WindowService();
    }

    // In the lock screen it stays enabled: windows behind it are still there when that ends.
    disable() {
        this._service?.stop();
        this._service = null;
    }
}
