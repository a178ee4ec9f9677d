/** `npm run bench:compare`: the engine's CPU for a message on realistic work, of checkouts or settings in turn. */

import { resolve } from 'node:path';
import { commandLine } from '../scripts/shared/command-line.ts';
import { LoadAuthor, CHECKS } from './load/author.ts';
import { aliasesOf, USUAL_ALIASES } from './load/aliases.ts';
import { CONNECTIONS, type Connections, runLoad } from './load/load.ts';
import { Sink } from './load/sink.ts';
import { machineKind } from './measure/machine.ts';
import { median, pairedRatio } from './measure/series.ts';
import { watchMemory } from './measure/row.ts';
import { startSubject } from './subjects/start.ts';
import type { Subject } from './subjects/subject.ts';

const USAGE = `Usage: npm run bench:compare [-- options] [SIDE ...]

A side is the folder of a checkout, followed by commas with further flags of Node and settings for its engine, which has
confirmed aliases: .,--max-semi-space-size=8 or .,HISTORY=on or .,OWNERSHIP=confirmed,PUBLIC_URL=https://alias.test
A single side is measured by itself; without one it is this checkout.

  --aliases ${USUAL_ALIASES}          each message goes to the next of so many
  --size 2000              octets of a message
  --sessions 10            connections at once
  --messages 10000         in a round
  --rounds 7               of each kind of connection; the median counts. On a loaded machine many short rounds
                           (--messages 2000 --rounds 80) are more precise
  --connections kept,quit-with-dot
                           as in npm run bench; the last is how Postfix sends
  --undeclared             messages come without their size
  --checks none            or keep, cold or rewrite, as in npm run bench
  --profile FOLDER         writes CPU profiles of the engines there`;

type Side = { name: string; subject: Subject; rounds: Map<Connections, Round[]> };
type Round = { us: number; perSecond: number; mebibytes: number; wrong: number };

const { values, positionals } = commandLine(USAGE, {
  allowPositionals: true,
  options: {
    aliases: { type: 'string', default: String(USUAL_ALIASES) },
    size: { type: 'string', default: '2000' },
    sessions: { type: 'string', default: '10' },
    messages: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '7' },
    connections: { type: 'string', default: 'kept,quit-with-dot' },
    checks: { type: 'string', default: 'none' },
    undeclared: { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
});
await run();

async function run(): Promise<void> {
  const { connections, profile, undeclared } = values;
  const [size, sessions] = [Number(values.size), Number(values.sessions)];
  const messages = Number(values.messages);
  const aliases = aliasesOf(Number(values.aliases));
  const recipients = aliases.map(([alias]) => alias);
  const kinds = CONNECTIONS.filter((kind) => connections.split(',').includes(kind));
  const checks = CHECKS.find((known) => known === values.checks) ?? 'none';
  const judged = checks !== 'none';
  const sink = await Sink.start();
  const author = judged ? await LoadAuthor.start() : undefined;
  const sides: Side[] = [];
  const round = async (subject: Subject, kind: Connections): Promise<Round> => {
    const how = { connections: kind, tls: false, checks, judged, undeclared };
    const plan = { ...how, size, sessions, messages };
    const memory = watchMemory(subject.pids);
    const before = subject.cpuMs();
    const { tally, seconds } = await runLoad(plan, subject.port, sink, recipients, author);
    return {
      us: ((subject.cpuMs() - before) * 1000) / messages,
      perSecond: messages / seconds,
      mebibytes: (memory.stop() ?? 0) / 1_048_576,
      wrong: tally.lost + tally.short + tally.repeated + tally.unproven,
    };
  };
  try {
    const setting = { nextHop: sink.port, tls: undefined, profile, aliases, confirmed: true };
    for (const name of positionals.length > 0 ? positionals : ['.']) {
      const [folder = '.', ...differences] = name.split(',');
      const settings = differences
        .filter((word) => !word.startsWith('-'))
        .map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]);
      const subject = await startSubject('engine', {
        ...setting,
        environment: { ...author?.environment, ...Object.fromEntries(settings) },
        checkout: resolve(folder),
        flags: differences.filter((word) => word.startsWith('-')),
      });
      sides.push({ name, subject, rounds: new Map(kinds.map((kind) => [kind, []])) });
    }
    for (const { subject } of sides) {
      const warmAt = subject.cpuMs() + subject.warmUpMs;
      while (subject.cpuMs() < warmAt) await round(subject, 'kept');
    }
    for (let n = 0; n < Number(values.rounds); n += 1) {
      // In turn: other work on the machine affects all of them alike.
      const order = n % 2 === 0 ? sides : sides.toReversed();
      for (const kind of kinds) {
        for (const { subject, rounds } of order) {
          rounds.get(kind)?.push(await round(subject, kind));
        }
      }
    }
    console.log(report(sides, kinds));
  } finally {
    for (const { subject } of sides) await subject.stop();
    author?.close();
    sink.close();
  }
}

function report(sides: readonly Side[], kinds: readonly Connections[]): string {
  const { aliases, size, sessions, messages, rounds } = values;
  const head =
    `${new Date().toISOString().slice(0, 10)}: ${machineKind()}, Node ${process.versions.node}; ${aliases} aliases in turn, ${sessions} ` +
    `sessions, ${size} octets, checks: ${values.checks}, ${messages} messages a round, ${rounds} rounds in turn.\n\n` +
    '| connections | engine | us of CPU a message, median | least | of the first one, in turn (95 %) | messages/s | memory, MiB | lost, short, repeated |\n' +
    '| --- | --- | ---: | ---: | --- | ---: | ---: | ---: |\n';
  const lines = kinds.flatMap((kind) =>
    sides.map(({ name, rounds: all }) => {
      const measured = all.get(kind) ?? [];
      const middle = median(measured, ({ us }) => us);
      const least = Math.min(...measured.map(({ us }) => us));
      const memory = Math.max(...measured.map(({ mebibytes }) => mebibytes));
      const wrong = measured.reduce((sum, one) => sum + one.wrong, 0);
      const ratio = ratioText(measured, sides[0]?.rounds.get(kind) ?? []);
      const cells = [middle.us.toFixed(1), least.toFixed(1), ratio, middle.perSecond.toFixed(0)];
      return `| ${[kind, name, ...cells, memory.toFixed(0), wrong].join(' | ')} |`;
    }),
  );
  return head + lines.join('\n');
}

function ratioText(measured: readonly Round[], first: readonly Round[]): string {
  if (measured === first) return '1';
  const [own, other] = [measured, first].map((rounds) => rounds.map(({ us }) => us));
  const { middle, from, to } = pairedRatio(own ?? [], other ?? []);
  return `${middle.toFixed(2)} (${from.toFixed(2)} to ${to.toFixed(2)})`;
}
