// SPDX-License-Identifier: Apache-2.0
// Follows the shell's windows, bounded in their number and in the length of texts.
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import Meta from 'gi://Meta';

// Windows are told that came or had the focus last.
const MOST_WINDOWS = 500;
// In UTF-16 units.
const LONGEST_ID = 256;
const LONGEST_TITLE = 512;

const NONE = GLib.Variant.new_uint32(0);

const TYPES = [Meta.WindowType.NORMAL, Meta.WindowType.DIALOG, Meta.WindowType.MODAL_DIALOG];
const State = {FULLSCREEN: 1, MAXIMIZED: 2, MINIMIZED: 4, HIDDEN: 8, EVERY_WORKSPACE: 16, DIALOG: 32};

// The first so many units of a text; half of a surrogate pair is left out.
function cut(text, most) {
    if (!text || text.length <= most)
        return text ?? '';
    const last = text.charCodeAt(most - 1);
    return text.slice(0, last >= 0xd800 && last < 0xdc00 ? most - 1 : most);
}

// Signals of objects, with the time that their handlers take.
class Signals {
    constructor(onSpent) {
        this._onSpent = onSpent;
        this._ids = [];
    }

    connect(object, names, handler) {
        for (const name of names) {
            const id = object.connect(name, (_, value) => {
                const begin = GLib.get_monotonic_time();
                handler(value);
                this._onSpent(begin);
            });
            this._ids.push([object, id]);
        }
    }

    disconnect() {
        for (const [object, id] of this._ids)
            object.disconnect(id);
        this._ids = [];
    }
}

// The connectors of monitors by Mutter's numbers for them, which it tells over the bus only.
export class Connectors {
    constructor(onChange) {
        this.isAsking = false;
        this._names = new Map();
        this._onChange = onChange;
        this._monitors = global.backend.get_monitor_manager();
        this._signal = this._monitors.connect('monitors-changed', () => this._ask());
        this._ask();
    }

    stop() {
        this._monitors.disconnect(this._signal);
        this._onChange = () => {};
    }

    name(number) {
        return this._names.get(number) ?? '';
    }

    _ask() {
        const service = 'org.gnome.Mutter.DisplayConfig';
        this.isAsking = true;
        Gio.DBus.session.call(service, '/org/gnome/Mutter/DisplayConfig', service, 'GetCurrentState', null, null,
            Gio.DBusCallFlags.NONE, 5000, null, (bus, result) => {
                this.isAsking = false;
                try {
                    this._read(bus.call_finish(result).get_child_value(1));
                } catch (error) {
                    logError(error, service);
                }
                this._onChange();
            });
    }

    _read(monitors) {
        this._names.clear();
        for (let index = 0; index < monitors.n_children(); index++) {
            const [name] = monitors.get_child_value(index).get_child_value(0).get_child_value(0).get_string();
            const number = this._monitors.get_monitor_for_connector(name);
            // Of those that mirror one another the first.
            if (number >= 0 && !this._names.has(number))
                this._names.set(number, name);
        }
    }
}

// One window as it was last read, and whether that has been told.
class Entry {
    constructor(id, window, signals) {
        this.id = id;
        this.number = GLib.Variant.new_uint32(id);
        this.window = window;
        this.signals = signals;
        this.isTold = false;
        this.isStale = true;
        this.isTitleStale = true;
        this.mayDiffer = true;
        this.isFullscreen = false;
        this.isCovered = false;
        this.title = '';
        this.key = '';
    }

    // Whether it has drawn anything; before that it mostly has no identifier either.
    get isShown() {
        return this.window.get_frame_rect().width > 0;
    }

    read(workspace, connectors) {
        const {window} = this;
        const isEverywhere = window.is_on_all_workspaces();
        const isDialog = window.window_type !== Meta.WindowType.NORMAL || window.get_transient_for() !== null;
        this.isStale = false;
        this.mayDiffer = true;
        this.isFullscreen = window.is_fullscreen();
        this.monitor = window.get_monitor();
        this.isAway = !window.showing_on_its_workspace() || !window.located_on_workspace(workspace);
        this._appId = cut(window.get_wm_class() || window.get_gtk_application_id() ||
            window.get_sandboxed_app_id(), LONGEST_ID);
        this._connector = connectors.name(this.monitor);
        this._workspace = isEverywhere ? -1 : window.get_workspace()?.index() ?? -1;
        this._state = (this.isFullscreen ? State.FULLSCREEN : 0) |
            (window.maximized_horizontally && window.maximized_vertically ? State.MAXIMIZED : 0) |
            (window.minimized ? State.MINIMIZED : 0) |
            (isEverywhere ? State.EVERY_WORKSPACE : 0) | (isDialog ? State.DIALOG : 0);
    }

    readTitle() {
        const title = cut(this.window.get_title(), LONGEST_TITLE);
        const isNew = title !== this.title;
        this.isTitleStale = false;
        this.title = title;
        return isNew;
    }

    cover(isCovered) {
        this.mayDiffer ||= isCovered !== this.isCovered;
        this.isCovered = isCovered;
    }

    // Whether it is another than at the last call.
    differs() {
        if (!this.mayDiffer)
            return false;
        const key = [this._appId, this._connector, this._workspace, this._allState].join('\n');
        const differs = key !== this.key;
        this.key = key;
        this.mayDiffer = false;
        return differs;
    }

    // `(usssiu)`, put together by hand: that takes a tenth of the time that the constructor takes.
    value(hasTitle) {
        return GLib.Variant.new_tuple([
            this.number, GLib.Variant.new_string(this._appId),
            GLib.Variant.new_string(hasTitle ? this.title : ''), GLib.Variant.new_string(this._connector),
            GLib.Variant.new_int32(this._workspace), GLib.Variant.new_uint32(this._allState),
        ]);
    }

    get _allState() {
        return this._state | (this.isAway || this.isCovered ? State.HIDDEN : 0);
    }
}

// Follows the windows until it is stopped.
export class Windows {
    constructor(connectors, onSpent) {
        // Numbers as they are sent; the focus is 0 for none.
        this.focus = this.untold = NONE;
        this._focused = undefined;
        this._isFocusStale = true;
        this._connectors = connectors;
        this._onSpent = onSpent;
        this._entries = new Map();
        // In the order in which they came or had the focus.
        this._used = new Set();
        this._gone = [];
        this._lastId = 0;
        this._untoldCount = 0;
        this._isAnyFull = false;
        // Whether any of them may differ from what was told.
        this._isStale = true;
        this._display = global.display;
        this._workspaces = global.workspace_manager;
        this._signals = new Signals(onSpent);
        // What lies above what, heard of only while something fills a monitor.
        this._stacking = new Signals(onSpent);
        this._signals.connect(this._display, ['window-created'], window => this._add(window));
        this._signals.connect(this._display, ['notify::focus-window'], () => (this._isFocusStale = true));
        // Which window it is about comes as a third value.
        this._signals.connect(this._display, ['window-entered-monitor'], () => this.stale());
        this._signals.connect(this._workspaces, ['active-workspace-changed'], () => this.stale());
        for (const window of this._display.list_all_windows())
            this._add(window);
    }

    stop() {
        this._signals.disconnect();
        this._stacking.disconnect();
        for (const entry of this._entries.values())
            entry.signals.disconnect();
    }

    // Has everything read anew.
    stale() {
        this._isStale = true;
        for (const entry of this._entries.values())
            entry.isStale = true;
    }

    _add(window) {
        if (this._entries.has(window) || window.is_override_redirect() || !TYPES.includes(window.window_type))
            return;
        const signals = new Signals(this._onSpent);
        const entry = new Entry(++this._lastId, window, signals);
        signals.connect(window, ['shown', 'workspace-changed', 'notify::wm-class', 'notify::gtk-application-id',
            'notify::fullscreen', 'notify::minimized', 'notify::maximized-horizontally',
            'notify::maximized-vertically', 'notify::on-all-workspaces', 'notify::window-type'],
        () => (this._isStale = entry.isStale = true));
        signals.connect(window, ['notify::title'], () => (this._isStale = entry.isTitleStale = true));
        signals.connect(window, ['unmanaging'], () => this._remove(entry));
        this._entries.set(window, entry);
        this._use(entry);
        this._isStale = true;
    }

    _remove(entry) {
        entry.signals.disconnect();
        this._entries.delete(entry.window);
        this._drop(entry);
        this._isFocusStale ||= this._focused === entry;
    }

    _use(entry) {
        this._used.delete(entry);
        this._used.add(entry);
        if (this._used.size > MOST_WINDOWS)
            this._drop(this._used.values().next().value);
    }

    _drop(entry) {
        this._used.delete(entry);
        if (entry.isTold)
            this._gone.push(entry.number);
        entry.isTold = false;
        entry.key = '';
        entry.mayDiffer = true;
        this._isStale = true;
    }

    _readFocus() {
        const window = this._display.get_focus_window();
        this._isFocusStale = false;
        this._focused = this._entries.get(window);
        // Something that is not told may have it.
        this._hasFocus = window !== null;
        if (this._focused)
            this._use(this._focused);
    }

    // Whether the focus is about to move: nothing has it any more, or what has it is out of sight.
    get isBetween() {
        if (this._isFocusStale)
            this._readFocus();
        const entry = this._focused;
        if (!entry)
            return this.focus !== NONE && !this._hasFocus;
        if (entry.isStale)
            entry.read(this._workspaces.get_active_workspace(), this._connectors);
        return entry.isAway;
    }

    // What is different from the last time.
    takeChanges(hasTitles) {
        const changed = [];
        const retitled = [];
        const {focus, untold} = this;
        if (this._isFocusStale)
            this._readFocus();
        if (this._isStale)
            this._read();
        if (this._isStale)
            this._sort(changed, retitled, hasTitles);
        const gone = this._gone;
        this._gone = [];
        this.focus = this._focused?.isTold ? this._focused.number : NONE;
        const count = this._entries.size - this._used.size;
        if (count !== this._untoldCount)
            this.untold = GLib.Variant.new_uint32(count);
        this._untoldCount = count;
        const isMore = changed.length + gone.length > 0 || focus !== this.focus || untold !== this.untold;
        return {changed, retitled, gone, isMore};
    }

    _sort(changed, retitled, hasTitles) {
        for (const entry of this._used) {
            if (!entry.isTold && !entry.isShown)
                continue;
            const isRetitled = hasTitles && entry.isTitleStale && entry.readTitle();
            if (entry.differs())
                changed.push(entry);
            else if (isRetitled)
                retitled.push(entry);
            entry.isTold = true;
        }
        this._isStale = false;
    }

    // All that have been told, in the order in which they came.
    get told() {
        return [...this._used].filter(entry => entry.isTold).sort((first, second) => first.id - second.id);
    }

    _read() {
        const wasAnyFull = this._isAnyFull;
        this._isAnyFull = false;
        for (const entry of this._used) {
            if (entry.isStale)
                entry.read(this._workspaces.get_active_workspace(), this._connectors);
            this._isAnyFull ||= entry.isFullscreen;
        }
        if (!this._isAnyFull && !wasAnyFull)
            return;
        if (!wasAnyFull)
            this._stacking.connect(this._display, ['restacked'], () => (this._isStale = true));
        else if (!this._isAnyFull)
            this._stacking.disconnect();
        const covered = this._isAnyFull ? this._covered() : new Set();
        for (const entry of this._used)
            entry.cover(covered.has(entry));
    }

    // What lies behind a window that fills its monitor, and so is out of sight.
    _covered() {
        const covered = new Set();
        const full = new Set();
        for (const actor of global.get_window_actors().reverse()) {
            const entry = this._entries.get(actor.meta_window);
            if (!entry || entry.isStale || entry.isAway)
                continue;
            if (full.has(entry.monitor))
                covered.add(entry);
            if (entry.isFullscreen)
                full.add(entry.monitor);
        }
        return covered;
    }
}
