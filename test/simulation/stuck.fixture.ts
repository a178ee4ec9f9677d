/** A process of the simulation in which life 1 never ends. */

import { watchCpu } from './cpu-watch.ts';
import type { Asked } from './worker.ts';

const { from, count }: Asked = JSON.parse(process.argv[2] ?? '');
const begins = watchCpu(0.5);
const computesForEver = () => {
  for (;;);
};
for (let life = from; life < from + count; life += 1) {
  begins();
  await new Promise((resolve) => process.send?.({ life, counts: {} }, resolve));
  if (life === 0) computesForEver();
}
process.disconnect();
