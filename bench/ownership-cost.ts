/**
 * The cost of owners to a mail: CPU of the engine for mails of 2 KB to 10,000 aliases in turn, in `confirmed` against
 * `open`, and with the history against without. Engines run side by side, measured in turn: other work affects them
 * alike.
 * Usage: npm run bench:ownership -- [--short]; the whole run writes bench/results.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { type LoadPlan, runLoad } from './load/load.ts';
import { Sink } from './load/sink.ts';
import { machineKind } from './measure/machine.ts';
import { median } from './measure/median.ts';
import { pairedRatio } from './measure/paired-ratio.ts';
import { startSubject } from './subjects/start.ts';
import type { Setting, Subject } from './subjects/subject.ts';

const SHORT = process.argv.includes('--short');
/** On a virtual machine rounds differ by a quarter: this number gives a ratio to a few hundredths. */
const ROUNDS = SHORT ? 1 : 8;
const FIRST = 10_000;
const COUNT = SHORT ? 1000 : 10_000;
const PLAN: LoadPlan = {
  size: 2000,
  sessions: 10,
  connections: 'kept',
  tls: false,
  // Enough for an alias to have several within ten seconds, which are one row of the history.
  messages: SHORT ? COUNT : 8 * COUNT,
};

const ALIASES = Array.from(
  { length: COUNT },
  (_, i) => [`alias-${FIRST + i}@alias.test`, `user-${i}@mailbox.test`] as const,
);
const RECIPIENTS = ALIASES.map(([alias]) => alias);

const CONFIRMED = { OWNERSHIP: 'confirmed', PUBLIC_URL: 'https://alias.test' };
const KINDS = {
  open: { environment: { OWNERSHIP: 'open', HISTORY: 'off' }, confirmed: false },
  confirmed: { environment: { ...CONFIRMED, HISTORY: 'off' }, confirmed: true },
  history: { environment: { ...CONFIRMED, HISTORY: 'on' }, confirmed: true },
} satisfies Record<string, Pick<Setting, 'environment' | 'confirmed'>>;
type Kind = keyof typeof KINDS;
/** Length of the load, in milliseconds: the engine's interval of the history, so that a round has one batch of it. */
const HISTORY_WRITTEN_MS = 1200;
/** CPU for 1,000 mails, in milliseconds. */
type Round = Record<Kind, number>;

const sink = await Sink.start();
const started: Subject[] = [];
try {
  await run();
} finally {
  for (const subject of started) await subject.stop();
  sink.close();
}

async function start(kind: Kind): Promise<Subject> {
  const { environment, confirmed } = KINDS[kind];
  const subject = await startSubject('engine', {
    nextHop: sink.port,
    tls: undefined,
    aliases: ALIASES,
    profile: undefined,
    environment: { ...environment, ALIAS_NUMBERS: `${FIRST}-${FIRST + COUNT - 1}` },
    confirmed,
  });
  started.push(subject);
  return subject;
}

/** One load through an engine, and the last second's history of it. @returns CPU for 1,000 mails, in milliseconds */
async function cost(subject: Subject): Promise<number> {
  const before = subject.cpuMs();
  const { tally } = await runLoad(PLAN, subject.port, sink, RECIPIENTS);
  await setTimeout(HISTORY_WRITTEN_MS);
  if (tally.lost + tally.short + tally.repeated > 0) throw new Error('a mail did not arrive once');
  return ((subject.cpuMs() - before) / PLAN.messages) * 1000;
}

async function run(): Promise<void> {
  const subjects = {
    open: await start('open'),
    confirmed: await start('confirmed'),
    history: await start('history'),
  };
  const warm = SHORT ? 0 : subjects.open.warmUpMs;
  for (const subject of started) {
    const until = subject.cpuMs() + warm;
    do await cost(subject);
    while (subject.cpuMs() < until);
  }
  const rounds: Round[] = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    const round: Round = { open: 0, confirmed: 0, history: 0 };
    // Each of them is first as often as the others.
    const order: Kind[] = ['open', 'confirmed', 'history'];
    for (const kind of [...order.slice(n % 3), ...order.slice(0, n % 3)]) {
      round[kind] = await cost(subjects[kind]);
    }
    rounds.push(round);
    console.log(
      Object.entries(round)
        .map(([kind, ms]) => `${kind} ${ms.toFixed(1)}`)
        .join(', '),
    );
  }
  write(rounds);
}

function line(what: string, rounds: readonly Round[], ours: Kind, peer: Kind, aim: string): string {
  const of = (kind: Kind) => rounds.map((round) => round[kind]);
  const { middle, from, to } = pairedRatio(of(ours), of(peer));
  const figures = [ours, peer].map((kind) => {
    return `${median(rounds, (round) => round[kind])[kind].toFixed(1)} ms`;
  });
  const ratio = `${middle.toFixed(2)} (${from.toFixed(2)} to ${to.toFixed(2)})`;
  return `| ${what} | ${figures.join(' | ')} | ${ratio} | at most ${aim} |`;
}

function write(rounds: readonly Round[]): void {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const version = /"version": "([^"]+)"/.exec(manifest)?.[1] ?? 'unknown';
  const report = [
    `# What owners cost a mail (${version})`,
    '',
    `\`npm run bench:ownership\` on ${new Date().toISOString().slice(0, 10)}: ${machineKind()}, Node ${process.versions.node}.`,
    `CPU of the engine for 1,000 mails of 2 KB to ${COUNT} aliases in turn, ${PLAN.messages / COUNT} to each in a round, over ten connections that are kept; the embedded database. A round lasts ten seconds and has one batch of the history.`,
    `The engines run side by side and are measured in turn, in ${ROUNDS} rounds: the middle figures, and the middle of the rounds' ratios with the bounds between which the true one lies with 95 %.`,
    '',
    '| what; against what | ours | peer | ratio | aim |',
    '| --- | ---: | ---: | ---: | ---: |',
    line('`confirmed`; `open`', rounds, 'confirmed', 'open', '1.10'),
    line('history on; off', rounds, 'history', 'confirmed', '1.05'),
  ];
  console.log(report.slice(-4).join('\n'));
  if (SHORT) return;
  const name = `${version}-ownership.md`;
  writeFileSync(new URL(`results/${name}`, import.meta.url), `${report.join('\n')}\n`);
  console.log(`written to bench/results/${name}`);
}
