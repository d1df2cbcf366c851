// SPDX-License-Identifier: Apache-2.0
// Locks rotation, and says why the screen did not rotate; docs/control.md describes the daemon's interface.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import org.kde.kirigami as Kirigami
import org.kde.plasma.components as PlasmaComponents
import org.kde.plasma.core as PlasmaCore
import org.kde.plasma.plasmoid
import org.kde.plasma.workspace.dbus as DBus

PlasmoidItem {
    id: root

    readonly property string name: "io.github.swivel.Swivel1"
    readonly property string path: "/io/github/swivel/Swivel1"
    readonly property bool isLocked: watcher.registered && Boolean(daemon.properties.Locked)
    readonly property string missedTurn: String(daemon.properties.MissedTurn ?? "")
    readonly property string sensorRests: String(daemon.properties.SensorRests ?? "")
    readonly property string reason: {
        if (!watcher.registered)
            return "Swivel does not run";
        if (missedTurn)
            return missedTurn;
        return sensorRests ? `The sensor rests: ${sensorRests}` : "The screen follows the device";
    }

    Plasmoid.icon: isLocked ? "rotation-locked-portrait" : "rotation-allowed"
    Plasmoid.status: watcher.registered ? PlasmaCore.Types.ActiveStatus : PlasmaCore.Types.PassiveStatus
    toolTipMainText: isLocked ? "Rotation is locked" : "Rotation is not locked"
    toolTipSubText: reason

    DBus.DBusServiceWatcher {
        id: watcher
        busType: DBus.BusType.Session
        watchedService: root.name
    }

    DBus.Properties {
        id: daemon
        busType: DBus.BusType.Session
        // A request would start the daemon, which the user may have ended.
        service: watcher.registered ? root.name : ""
        path: root.path
        iface: root.name
    }

    function toggleLock() {
        DBus.SessionBus.asyncCall({
            "service": root.name,
            "path": root.path,
            "iface": root.name,
            "member": "ToggleLock"
        });
    }

    fullRepresentation: ColumnLayout {
        Layout.minimumWidth: Kirigami.Units.gridUnit * 16

        PlasmaComponents.Switch {
            text: "Lock rotation"
            enabled: watcher.registered
            checked: root.isLocked
            onToggled: {
                root.toggleLock();
                // The daemon's answer decides what is shown.
                checked = Qt.binding(() => root.isLocked);
            }
        }
        PlasmaComponents.Label {
            Layout.fillWidth: true
            text: root.reason
            textFormat: Text.PlainText
            wrapMode: Text.Wrap
        }
    }
}
