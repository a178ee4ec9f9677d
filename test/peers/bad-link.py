"""A network link of its own kernel device that is slow, late and loses packets, until this process ends.

What this machine sends to FAR comes back to it as if FAR had sent it: source and destination change places, which
leaves every checksum as it is. So a server that listens on NEAR is reached at FAR, through the link, by the kernel's
own TCP with all its retransmissions.

Arguments: NEAR FAR DELAY_SECONDS LOSS_PROBABILITY OCTETS_PER_SECOND SEED
"""

import fcntl
import os
import random
import select
import struct
import subprocess
import sys
import time
from collections import deque

TUNSETIFF = 0x400454CA
IFF_TUN = 0x0001
IFF_NO_PI = 0x1000
# Small packets, so that a packet does not occupy the link for long.
MTU = 576
# The queue of the link; packets beyond it are dropped, as by a router.
QUEUE_OCTETS = 8192
DESTINATION = 16
SOURCE = 12

near, far = sys.argv[1:3]
delay, loss, rate = (float(argument) for argument in sys.argv[3:6])
chance = random.Random(int(sys.argv[6]))

device = os.open("/dev/net/tun", os.O_RDWR)
request = fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH22x", b"badlink%d", IFF_TUN | IFF_NO_PI))
name = request[:16].rstrip(b"\0").decode()
for command in (
    f"link set dev {name} mtu {MTU} up",
    f"address add {near} peer {far} dev {name}",
):
    subprocess.run(["ip", *command.split()], check=True)
print("The link is up", flush=True)


def turned(packet):
    source, destination = packet[SOURCE:DESTINATION], packet[DESTINATION:20]
    return packet[:SOURCE] + destination + source + packet[20:]


travelling = deque()  # (when it arrives, packet)
queued = 0
free_at = 0.0  # when the link has sent all that waits
while True:
    now = time.monotonic()
    while travelling and travelling[0][0] <= now:
        packet = travelling.popleft()[1]
        queued -= len(packet)
        os.write(device, turned(packet))
    patience = travelling[0][0] - now if travelling else None
    if not select.select([device], [], [], patience)[0]:
        continue
    packet = os.read(device, 65536)
    is_ipv4 = packet[0] >> 4 == 4
    if not is_ipv4 or queued + len(packet) > QUEUE_OCTETS or chance.random() < loss:
        continue
    queued += len(packet)
    free_at = max(free_at, time.monotonic()) + len(packet) / rate
    travelling.append((free_at + delay, packet))
