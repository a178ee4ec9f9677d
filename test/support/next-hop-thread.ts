/** A fake next hop in a thread of its own, which answers while the thread that asked is at work. It tells its port. */

import { parentPort } from 'node:worker_threads';
import { FakeNextHop } from './fake-next-hop.ts';

const hop = await FakeNextHop.start({ extensions: ['PIPELINING', 'STARTTLS'] });
// This is a thread and no window: nobody else listens.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(hop.port);
