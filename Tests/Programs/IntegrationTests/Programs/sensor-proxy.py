# SPDX-License-Identifier: Apache-2.0
"""A template for python-dbusmock: an iio-sensor-proxy with an accelerometer, which signals changes to those
alone who have claimed it.

Parameters: `has_accelerometer`, `accelerometer_orientation`. The mock's own interface has
`SetInternalProperty(interface, name, value)`, which turns the device, and `GetInternalProperty(name)`, which
answers `AccelerometerOwners` with the claimers' names on the bus.
"""
import dbus
import dbus.lowlevel
from dbusmock import MOCK_IFACE

BUS_NAME = "net.hadess.SensorProxy"
MAIN_OBJ = "/net/hadess/SensorProxy"
MAIN_IFACE = BUS_NAME
SYSTEM_BUS = True


def load(mock, parameters):
    """Called when the mock starts; the claimers' names have the watch of each name as their value."""
    mock.sensor_claims = {}
    mock.AddProperties(MAIN_IFACE, {
        "HasAccelerometer": dbus.Boolean(parameters.get("has_accelerometer", False)),
        "AccelerometerOrientation": dbus.String(parameters.get("accelerometer_orientation", "undefined")),
    })


def release(mock, name):
    """Ends a claim, if there is one."""
    watch = mock.sensor_claims.pop(name, None)
    if watch:
        watch.cancel()


@dbus.service.method(MAIN_IFACE, sender_keyword="sender")
def ClaimAccelerometer(self, sender):
    """Claims the sensor for the sender, until it releases the sensor or leaves the bus."""
    if sender not in self.sensor_claims:
        self.sensor_claims[sender] = self.connection.watch_name_owner(
            sender, lambda owner: owner or release(self, sender))


@dbus.service.method(MAIN_IFACE, sender_keyword="sender")
def ReleaseAccelerometer(self, sender):
    """Ends the sender's claim."""
    release(self, sender)


@dbus.service.method(MOCK_IFACE, in_signature="ssv")
def SetInternalProperty(self, interface, name, value):
    """Changes a property; a change of the orientation is signalled to the claimers, others to everybody."""
    properties = self.props[interface]
    if properties[name] == value:
        return
    properties[name] = value
    receivers = list(self.sensor_claims) if name == "AccelerometerOrientation" else [None]
    for receiver in receivers:
        message = dbus.lowlevel.SignalMessage(self.path, dbus.PROPERTIES_IFACE, "PropertiesChanged")
        if receiver:
            message.set_destination(receiver)
        message.append(
            interface, {name: value}, dbus.Array([], signature="s"), signature="sa{sv}as")
        for location in self.locations:
            location[0].send_message(message)


@dbus.service.method(MOCK_IFACE, in_signature="s", out_signature="as")
def GetInternalProperty(self, name):
    """Returns the claimers' names."""
    if name != "AccelerometerOwners":
        raise dbus.DBusException(f"only AccelerometerOwners can be asked for, not {name}")
    return dbus.Array(self.sensor_claims, signature="s")
