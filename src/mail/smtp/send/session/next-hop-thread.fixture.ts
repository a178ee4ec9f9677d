/** A fake next hop in its own thread, which answers while the main thread is busy. It reports its port. */

import { parentPort } from 'node:worker_threads';
import { FakeNextHop } from '#support/fake-next-hop.ts';

const hop = await FakeNextHop.start({ extensions: ['PIPELINING', 'STARTTLS'] });
// This is a thread, not a window: it has no other listeners.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(hop.port);
