/**
 * A proxy that relays octets in both directions: for each message it reads and writes as often as a forwarder with persistent
 * connections. Argument: the port of the next hop. It prints its own. No octet is copied or read into fresh memory.
 */

import { connect, createServer, type OnReadOpts, type Socket } from 'node:net';
import { reopened } from '#runtime/shared-read.ts';

/** The size of the runtime's own read buffer. */
const READ_OCTETS = 65_536;
const NOTHING = Buffer.alloc(0);

/** @param ends of a connection; they are known only once it is open */
function passOn(ends: () => { from: Socket; to: Socket }): OnReadOpts {
  const buffer = Buffer.allocUnsafeSlow(READ_OCTETS);
  return {
    buffer,
    callback(length) {
      const { from, to } = ends();
      to.write(buffer.subarray(0, length));
      if (to.writableLength === 0) return true;
      // The system has not accepted all of it: this memory must not be read into before that.
      to.write(NOTHING, () => from.resume());
      return false;
    },
  };
}

const nextHop = Number(process.argv[2]);
const server = createServer({ noDelay: true, pauseOnConnect: true }, (accepted) => {
  const client = reopened(
    accepted,
    passOn(() => ({ from: client ?? accepted, to: far })),
  );
  if (client === undefined) return;
  const onread = passOn(() => ({ from: far, to: client }));
  const far: Socket = connect({ port: nextHop, host: '127.0.0.1', noDelay: true, onread });
  for (const [one, other] of [
    [client, far],
    [far, client],
  ] as const) {
    one.on('end', () => other.end());
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
  }
});
server.listen({ port: 0, host: '127.0.0.1', backlog: 1024 }, () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') console.log(address.port);
});
