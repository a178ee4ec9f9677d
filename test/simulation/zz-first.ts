import { lived, planOfLife } from './lives.ts';
import { Databases } from './template.ts';
import { watchCpu } from './cpu-watch.ts';
const [, , profile = 'all', cap = '60', seed = '4242'] = process.argv;
using d = new Databases();
const begins = watchCpu(60);
const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6; };
const start = cpu();
for (let life = 0; ; life++) {
  begins();
  const { failure } = await lived(planOfLife(Number(seed), life, profile), d);
  await new Promise((r) => setImmediate(r));
  const used = cpu() - start;
  if (failure) { console.log(`FOUND ${used.toFixed(1)} s life ${life} ${failure.message.slice(0, 200)}`); break; }
  if (used > Number(cap)) { console.log(`MISSED ${used.toFixed(1)} s ${life} lives`); break; }
}
process.exit(0);
