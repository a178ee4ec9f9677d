/**
 * `npm run bench:costs -- [ROW ...] [--short]`: CPU of single parts, in this process, threads included. The other works of
 * a row are compared with its first. All of a row are measured in turn, and the median of the rounds counts.
 */

import { parseArgs } from 'node:util';
import { checks } from './costs/checks.ts';
import { guard } from './costs/guard.ts';
import { lookUp } from './costs/look-up.ts';
import { reply } from './costs/reply.ts';
import { sessions } from './costs/sessions.ts';
import { type CostRow, type Work, longestTurn, timesFor, usedMs } from './costs/work.ts';
import { machineKind } from './measure/machine.ts';
import { median } from './measure/series.ts';

const ROWS: Record<string, CostRow> = {
  checks,
  guard,
  reply,
  sessions,
  'look-up': lookUp,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false } },
});
const ROUNDS = values.short ? 3 : 15;
/** CPU of one work in a round, in milliseconds. */
const ROUND_MS = values.short ? 20 : 100;

console.log(`${machineKind()}; Node ${process.versions.node}; medians of ${ROUNDS} rounds`);
console.log('| row | work | ms of CPU | times the first | longest turn, ms of CPU |');
console.log('| --- | --- | ---: | ---: | ---: |');
for (const name of positionals.length > 0 ? positionals : Object.keys(ROWS)) {
  const row = ROWS[name];
  if (row === undefined) {
    console.error(`Unknown row '${name}'. Rows: ${Object.keys(ROWS).join(', ')}.`);
    process.exit(1);
  }
  const cleanUps: (() => Promise<void> | void)[] = [];
  await print(name, await row((cleanUp) => void cleanUps.unshift(cleanUp)));
  for (const cleanUp of cleanUps) await cleanUp();
}

async function print(row: string, works: Record<string, Work>): Promise<void> {
  const all = [];
  for (const [name, work] of Object.entries(works)) {
    all.push({ name, work, times: await timesFor(work, ROUND_MS), rounds: new Array<number>() });
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { work, times, rounds } of all) rounds.push(await usedMs(work, times));
  }
  const [first] = all.map(({ rounds }) => median(rounds, (ms) => ms));
  for (const { name, work, rounds } of all) {
    const ms = median(rounds, (one) => one);
    const figures = [ms.toFixed(4), (ms / (first ?? ms)).toFixed(2), await longestTurn(work)];
    console.log(`| ${[row, name, ...figures].join(' | ')} |`);
  }
}
