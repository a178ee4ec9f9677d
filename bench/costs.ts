/** `npm run bench:costs`: CPU of single parts, in this process, threads included. See --help. */

import { commandLine, refuse } from '../scripts/shared/command-line.ts';
import { checks } from './costs/checks.ts';
import { guard } from './costs/guard.ts';
import { lookUp } from './costs/look-up.ts';
import { reply } from './costs/reply.ts';
import { sessions } from './costs/sessions.ts';
import { type CostRow, type Work, longestTurn, timesFor, usedMs } from './costs/work.ts';
import { machineKind } from './measure/machine.ts';
import { ranked } from './measure/rounds.ts';

const ROWS: Record<string, CostRow> = {
  checks,
  guard,
  reply,
  sessions,
  'look-up': lookUp,
};

const NAMES = Object.keys(ROWS).join(', ');

const USAGE = `Usage: npm run bench:costs [-- ROW ...]

Measures the CPU of single parts. The other works of a row are compared with its first; all of a row are measured in turn,
and the median of the rounds counts.
  ROW  ${NAMES}; absent: all`;

const { positionals } = commandLine(USAGE, { allowPositionals: true });
const unknown = positionals.find((name) => !(name in ROWS));
if (unknown !== undefined) refuse(`Unknown row '${unknown}'`);
const ROUNDS = 15;
/** CPU of one work in a round, in milliseconds. */
const ROUND_MS = 100;

console.log(`${machineKind()}; Node ${process.versions.node}; medians of ${ROUNDS} rounds`);
console.log('| row | work | ms of CPU | times the first | longest turn, ms of CPU |');
console.log('| --- | --- | ---: | ---: | ---: |');
for (const name of positionals.length > 0 ? positionals : Object.keys(ROWS)) {
  const row = ROWS[name];
  if (row === undefined) continue;
  await using started = new AsyncDisposableStack();
  await print(name, await row((cleanUp) => started.defer(cleanUp)));
}

async function print(row: string, works: Record<string, Work>): Promise<void> {
  const all = [];
  for (const [name, work] of Object.entries(works)) {
    all.push({ name, work, times: await timesFor(work, ROUND_MS), rounds: new Array<number>() });
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { work, times, rounds } of all) rounds.push(await usedMs(work, times));
  }
  const median = (rounds: readonly number[]) => ranked(rounds, 0.5, (ms) => ms);
  const [first] = all.map(({ rounds }) => median(rounds));
  for (const { name, work, rounds } of all) {
    const ms = median(rounds);
    const figures = [ms.toFixed(4), (ms / (first ?? ms)).toFixed(2), await longestTurn(work)];
    console.log(`| ${[row, name, ...figures].join(' | ')} |`);
  }
}
