/** Our receiver on a port chosen by the system, closed at the end of the test. */

import type { TestContext } from 'node:test';
import { Budget } from '#mail/smtp/receive/memory/budget.ts';
import { DEFAULT_LIMITS } from '#mail/smtp/receive/limits.ts';
import { Receiver, type ReceiverOptions } from '#mail/smtp/receive/receiver.ts';
import { RoomQueue } from '#mail/smtp/receive/memory/room-queue.ts';
import { Slabs } from '#mail/smtp/receive/memory/slabs.ts';
import type { SessionSettings } from '#mail/smtp/receive/wire.ts';
import { systemClock } from '#time/clock.ts';
import { RecordingPolicy } from './recording-policy.ts';

export type Receiving = { port: number; receiver: Receiver; policy: RecordingPolicy };

export async function receiving(
  test: TestContext,
  options: Partial<ReceiverOptions> = {},
): Promise<Receiving> {
  const policy = new RecordingPolicy();
  const receiver = new Receiver({
    hostname: 'mx.alias.test',
    policy: policy.open,
    clock: systemClock,
    inFlight: { octets: 256 * 1024 * 1024, blockShare: 1 },
    blockOf: (address) => address,
    onFault: (error) => {
      throw error;
    },
    ...options,
  });
  const port = await receiver.listen(0, '127.0.0.1');
  test.after(() => receiver.close(0));
  return { port, receiver, policy };
}

/** The arguments of a session, for a test that makes one itself. */
export function sessionSettings(): SessionSettings {
  const budget = new Budget(1_000_000, 1);
  return {
    hostname: 'mx.alias.test',
    limits: DEFAULT_LIMITS,
    budget,
    roomQueue: new RoomQueue(budget, systemClock, DEFAULT_LIMITS.roomMs),
    slabs: new Slabs(),
    block: '192.0.2.0/24',
    tlsOffered: () => false,
    onEnd: () => {},
    onRecipient: () => {},
    onFault: (error) => {
      throw error;
    },
  };
}
