/** A receiver of ours on a port of the system's choice, closed when the test is over. */

import type { TestContext } from 'node:test';
import { Receiver, type ReceiverOptions } from '#mail/smtp/receive/receiver.ts';
import { systemClock } from '#mail/smtp/time.ts';
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
