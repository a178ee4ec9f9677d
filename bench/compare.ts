/** `npm run bench:compare`: the engine's CPU for a message on realistic work, of checkouts or settings in turn. */

import { resolve } from 'node:path';
import type { After } from '#support/temp-folder.ts';
import { commandLine } from '../scripts/shared/command-line.ts';
import { LoadAuthor, CHECKS } from './load/author.ts';
import { aliasesOf, USUAL_ALIASES } from './load/aliases.ts';
import { CONNECTIONS, type Connections, runLoad } from './load/load.ts';
import { Sink } from './load/sink.ts';
import { machineKind } from './measure/machine.ts';
import {
  type Measured,
  measureInTurn,
  mostMemory,
  pairedRatio,
  ranked,
  type Side,
  sumOf,
  warmUp,
} from './measure/rounds.ts';
import { startSubject } from './subjects/start.ts';
import type { Subject } from './subjects/subject.ts';

const USAGE = `Usage: npm run bench:compare [-- options] [SIDE ...]

A side is the folder of a checkout, followed by commas with further flags of Node and settings for its engine, which has
confirmed aliases: .,--max-semi-space-size=8 or .,HISTORY=on or .,--cpu-prof,--cpu-prof-dir=FOLDER
A single side is measured by itself; without one it is this checkout.

  --size 2000              octets of a message
  --sessions 10            connections at once
  --messages 10000         in a round
  --rounds 7               of each kind of connection; the median counts. On a loaded machine many short rounds
                           (--messages 2000 --rounds 80) are more precise
  --connections kept,quit-with-dot
                           as in npm run bench; the last is how Postfix sends
  --checks none            or keep, cold or rewrite, as in npm run bench`;

const { values, positionals } = commandLine(USAGE, {
  allowPositionals: true,
  options: {
    size: { type: 'string', default: '2000' },
    sessions: { type: 'string', default: '10' },
    messages: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '7' },
    connections: { type: 'string', default: 'kept,quit-with-dot' },
    checks: { type: 'string', default: 'none' },
  },
});
await using started = new AsyncDisposableStack();
const after: After = (cleanUp) => started.defer(cleanUp);
const [size, sessions] = [Number(values.size), Number(values.sessions)];
const messages = Number(values.messages);
const aliases = aliasesOf(USUAL_ALIASES);
const recipients = aliases.map(([alias]) => alias);
const checks = CHECKS.find((known) => known === values.checks) ?? 'none';
const judged = checks !== 'none';
const sink = await Sink.start(after);
const author = judged ? await LoadAuthor.start(after) : undefined;
const names = positionals.length > 0 ? positionals : ['.'];
const subjects: Subject[] = [];
for (const name of names) subjects.push(await start(name));
const sides = (connections: Connections): Side[] => {
  const plan = { connections, checks, judged, size, sessions, messages };
  return subjects.map((subject) => ({
    subject,
    run: () => runLoad(plan, subject.port, sink, recipients, author),
  }));
};
for (const side of sides('kept')) await warmUp(side);
console.log(
  `${new Date().toISOString().slice(0, 10)}: ${machineKind()}, Node ${process.versions.node}; ${USUAL_ALIASES} aliases in turn, ${sessions} ` +
    `sessions, ${size} octets, checks: ${checks}, ${messages} messages a round, ${values.rounds} rounds in turn.\n\n` +
    '| connections | engine | us of CPU a message, median | least | of the first one, in turn (95 %) | messages/s | memory, MiB | lost, short, repeated |\n' +
    '| --- | --- | ---: | ---: | --- | ---: | ---: | ---: |',
);
for (const kind of CONNECTIONS.filter((one) => values.connections.split(',').includes(one))) {
  const measured = await measureInTurn(sides(kind), Number(values.rounds));
  for (const [i, rounds] of measured.entries()) {
    console.log(`| ${[kind, names[i], ...cells(rounds, measured[0] ?? [])].join(' | ')} |`);
  }
}

/** @param name of a side, with its differences */
function start(name: string): Promise<Subject> {
  const [folder = '.', ...differences] = name.split(',');
  const settings = differences
    .filter((word) => !word.startsWith('-'))
    .map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]);
  const setting = {
    nextHop: sink.port,
    tls: undefined,
    aliases,
    confirmed: true,
    environment: { ...author?.environment, ...Object.fromEntries(settings) },
    checkout: resolve(folder),
    flags: differences.filter((word) => word.startsWith('-')),
  };
  return startSubject('engine', setting, after);
}

/** A millisecond for 1,000 messages is a microsecond for one. @param first the rounds of the first side */
function cells(rounds: readonly Measured[], first: readonly Measured[]): string[] {
  const least = ranked(rounds, 0, ({ cpuMs }) => cpuMs);
  const median = ranked(rounds, 0.5, ({ cpuMs }) => cpuMs);
  const [own, other] = [rounds, first].map((all) => all.map(({ cpuMs }) => cpuMs));
  const { middle, from, to } = pairedRatio(own ?? [], other ?? []);
  return [
    median.cpuMs.toFixed(1),
    least.cpuMs.toFixed(1),
    rounds === first ? '1' : `${middle.toFixed(2)} (${from.toFixed(2)} to ${to.toFixed(2)})`,
    median.perSecond.toFixed(0),
    mostMemory(rounds),
    String(
      sumOf(rounds, ({ lost, short, repeated, unproven }) => lost + short + repeated + unproven),
    ),
  ];
}
