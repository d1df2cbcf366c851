// SPDX-License-Identifier: Apache-2.0
// Tells of the shell's windows over D-Bus; the README beside this folder describes the interface.
//
// Nothing is followed while nobody watches. What happens is gathered until the shell's loop comes round and
// goes out as one signal to those who watch. It is bounded in windows, in the length of texts and in how
// often; what all this takes is measured here, and Cost tells it.
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';

import {Connectors, Windows} from './windows.js';

const NAME = 'io.github.swivel.Windows1';
const PATH = '/io/github/swivel/Windows1';
const VERSION = 1;
const WINDOW = new GLib.VariantType('(usssiu)');
const NUMBER = new GLib.VariantType('u');
const NO_WINDOWS = GLib.Variant.new_array(WINDOW, []);
const NO_NUMBERS = GLib.Variant.new_array(NUMBER, []);

const MOST_WATCHERS = 8;
// Between two signals, in microseconds.
const SIGNAL_INTERVAL = 10_000;
// Mutter moves the focus some frames after its window was minimised or another workspace was shown; nothing
// is told in between, for so many microseconds.
const LONGEST_GAP = 250_000;
const MOST_COSTS = 256;

const INTERFACE = `<node><interface name="${NAME}">
  <property name="Version" type="u" access="read"/>
  <method name="Watch">
    <arg name="titles" type="b" direction="in"/>
    <arg name="focus" type="u" direction="out"/>
    <arg name="untold" type="u" direction="out"/>
    <arg name="windows" type="a(usssiu)" direction="out"/>
  </method>
  <method name="Cost"><arg name="microseconds" type="au" direction="out"/></method>
  <signal name="Changed">
    <arg name="focus" type="u"/>
    <arg name="untold" type="u"/>
    <arg name="windows" type="a(usssiu)"/>
    <arg name="gone" type="au"/>
  </signal>
</interface></node>`;

function list(entries, hasTitles) {
    if (entries.length === 0)
        return NO_WINDOWS;
    return GLib.Variant.new_array(WINDOW, entries.map(entry => entry.value(hasTitles)));
}

// Serves the interface, and signals to those who watch.
export class WindowService {
    constructor() {
        // Walked by number: walking a map takes more than all else that is done here.
        this._watchers = [];
        this._hasTitles = false;
        this._windows = null;
        this._focusBodies = new Map();
        this._untold = null;
        // Woken by hand: putting a new one into the loop each time takes ten times as long.
        this._source = GLib.timeout_source_new(GLib.MAXUINT32);
        this._source.set_callback(() => {
            if (this._windows)
                this._look();
            return GLib.SOURCE_CONTINUE;
        });
        this._source.attach(null);
        this._gapEnd = 0;
        this._gapTimer = 0;
        this._lastSignal = 0;
        this._spent = 0;
        this._costs = [];
        this._connectors = new Connectors(() => {
            this._windows?.stale();
            this._schedule();
        });
        this._object = Gio.DBusExportedObject.wrapJSObject(INTERFACE, this);
        this._bus = Gio.DBus.session;
        this._object.export(this._bus, PATH);
        this._name = Gio.bus_own_name_on_connection(this._bus, NAME, Gio.BusNameOwnerFlags.NONE, null, null);
    }

    stop() {
        Gio.bus_unown_name(this._name);
        this._object.unexport();
        this._connectors.stop();
        this._source.destroy();
        for (const watcher of [...this._watchers])
            this._dismiss(watcher.name);
    }

    get Version() {
        return VERSION;
    }

    // What each change of windows took, of the last ones.
    Cost() {
        return this._costs;
    }

    // The windows as they are; from then on the caller hears of changes, until it leaves the bus.
    WatchAsync([hasTitles], invocation) {
        const name = invocation.get_sender();
        const known = this._watchers.find(watcher => watcher.name === name);
        if (!known && this._watchers.length >= MOST_WATCHERS) {
            invocation.return_dbus_error('org.freedesktop.DBus.Error.LimitsExceeded',
                `${MOST_WATCHERS} programs watch already, and no more may`);
            return;
        }
        this._windows ??= new Windows(this._connectors, begin => {
            this._schedule();
            this._spent += GLib.get_monotonic_time() - begin;
        });
        const vanish = known?.vanish ?? Gio.bus_watch_name_on_connection(this._bus, name,
            Gio.BusNameWatcherFlags.NONE, null, () => this._dismiss(name));
        this._forget(known);
        this._tell(hasTitles);
        this._watchers.push({name, hasTitles, vanish});
        this._hasTitles ||= hasTitles;
        const {focus, untold, told} = this._windows;
        invocation.return_value(GLib.Variant.new_tuple([focus, untold, list(told, hasTitles)]));
    }

    _dismiss(name) {
        const watcher = this._watchers.find(other => other.name === name);
        if (!watcher)
            return;
        Gio.bus_unwatch_name(watcher.vanish);
        this._forget(watcher);
        if (this._watchers.length > 0)
            return;
        this._windows.stop();
        this._windows = null;
        if (this._gapTimer)
            GLib.source_remove(this._gapTimer);
        this._gapTimer = this._gapEnd = 0;
    }

    _forget(watcher) {
        this._watchers = this._watchers.filter(other => other !== watcher);
        this._hasTitles = this._watchers.some(other => other.hasTitles);
    }

    // In the order of the loop, or when the time between two signals is over.
    _schedule() {
        if (this._windows)
            this._source.set_ready_time(this._lastSignal + SIGNAL_INTERVAL);
    }

    // Tells what has changed, unless more is about to.
    _look() {
        // The answer comes back here.
        if (this._connectors.isAsking)
            return;
        const begin = GLib.get_monotonic_time();
        if (this._windows.isBetween) {
            this._gapEnd ||= begin + LONGEST_GAP;
        } else {
            this._gapEnd = 0;
        }
        if (begin < this._gapEnd) {
            this._waitForGap(Math.ceil((this._gapEnd - begin) / 1000));
            this._spent += GLib.get_monotonic_time() - begin;
            return;
        }
        this._gapEnd = 0;
        this._lastSignal = begin;
        this._tell(false);
        this._costs.push(this._spent + GLib.get_monotonic_time() - begin);
        if (this._costs.length > MOST_COSTS)
            this._costs.shift();
        this._spent = 0;
    }

    // The source cannot be given another time while it is being dispatched.
    _waitForGap(milliseconds) {
        this._gapTimer ||= GLib.timeout_add(GLib.PRIORITY_DEFAULT, milliseconds, () => {
            this._gapTimer = 0;
            this._look();
            return GLib.SOURCE_REMOVE;
        });
    }

    _tell(hasTitles) {
        const {changed, retitled, gone, isMore} = this._windows.takeChanges(hasTitles || this._hasTitles);
        if (!isMore && retitled.length === 0)
            return;
        for (let index = 0; index < this._watchers.length; index++) {
            const watcher = this._watchers[index];
            if (!isMore && !watcher.hasTitles)
                continue;
            const entries = watcher.hasTitles ? changed.concat(retitled) : changed;
            const body = this._body(entries, watcher.hasTitles, gone);
            this._bus.emit_signal(watcher.name, PATH, NAME, 'Changed', body);
        }
    }

    // What is sent. Mostly nothing but the focus moves, to and fro, and that is put together once for each window.
    _body(entries, hasTitles, gone) {
        const {focus, untold} = this._windows;
        const isFocusAlone = entries.length + gone.length === 0;
        if (!isFocusAlone || untold !== this._untold)
            this._focusBodies.clear();
        this._untold = untold;
        const numbers = gone.length > 0 ? GLib.Variant.new_array(NUMBER, gone) : NO_NUMBERS;
        const body = this._focusBodies.get(focus) ??
            GLib.Variant.new_tuple([focus, untold, list(entries, hasTitles), numbers]);
        if (isFocusAlone)
            this._focusBodies.set(focus, body);
        return body;
    }
}
