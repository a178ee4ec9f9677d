/** `npm run bench`: the cost of mail here, against the limit and against Postfix. See --help. */

import { selfSignedCertificate } from '#support/certificate.ts';
import type { After } from '#support/temp-folder.ts';
import { aliasesOf, USUAL_ALIASES } from './load/aliases.ts';
import { LoadAuthor } from './load/author.ts';
import { runLoad } from './load/load.ts';
import { Sink } from './load/sink.ts';
import { machineKind } from './measure/machine.ts';
import {
  type Measured,
  measureInTurn,
  mostMemory,
  ranked,
  type Side,
  sumOf,
  warmUp,
} from './measure/rounds.ts';
import { readOptions } from './options.ts';
import { PROOFS } from './proofs/proofs.ts';
import { type BenchRow, differenceOf, messagesOf, SIZES, subjectsOf } from './rows.ts';
import { postfixVersion, whyNoPostfix } from './subjects/postfix.ts';
import { startSubject } from './subjects/start.ts';
import type { SubjectName } from './subjects/subject.ts';

const ALIASES = aliasesOf(USUAL_ALIASES);
const RECIPIENTS = ALIASES.map(([alias]) => alias);
/** One process is source and sink, so that each message is counted and its way is timed. */
const HEAD = `
CPU in milliseconds for 1,000 messages, and as a multiple of the engine's; reply: until the 250, which for the engine means
delivered and for Postfix queued; arrival: until the sink has it; the most memory of all rounds, in MiB

| message | sessions | connections | subject | CPU | of the engine's | messages/s | reply p50 | p99 | arrival p50 | p99 | MiB | lost | short | repeated | unproven | deferred |
| --- | ---: | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |`;
const CONNECTIONS = { kept: 'kept', new: 'new', 'quit-with-dot': 'new, QUIT with the dot' };
const JUDGED = {
  none: '',
  keep: ', checks and ARC',
  cold: ', checks and ARC, cold DNS',
  rewrite: ', checks and DKIM',
};
/** Sums over all rounds; the engine's must be 0. */
const WRONG = ['lost', 'short', 'repeated', 'unproven'] as const;

const options = readOptions();
const missing = whyNoPostfix();
const subjects = options.subjects.filter((name) => name !== 'postfix' || missing === undefined);
await using started = new AsyncDisposableStack();
const after: After = (cleanUp) => started.defer(cleanUp);
const certificate = selfSignedCertificate('mx.alias.test');
const sinks = { clear: await Sink.start(after), tls: await Sink.start(after, certificate) };
let author: LoadAuthor | undefined;

if (missing !== undefined) console.log(`${missing}: skipping its rows.`);
const against = missing === undefined ? `, Postfix ${postfixVersion()}` : '';
console.log(
  `${new Date().toISOString().slice(0, 10)}; ${machineKind()}; Node ${process.versions.node}${against}; of ${options.rounds} rounds the one with least CPU, for each.`,
);
if (options.rows.length > 0) console.log(HEAD);
for (const row of options.rows) await runRow(row);
for (const proof of options.proofs) await runProof(proof);

async function runRow(row: BenchRow): Promise<void> {
  await using ofRow = new AsyncDisposableStack();
  const { sessions, connections, tls, checks } = row;
  const { name: variant, engine } = differenceOf(row);
  if (checks !== 'none') author ??= await LoadAuthor.start(after);
  const sink = tls ? sinks.tls : sinks.clear;
  const where = { nextHop: sink.port, tls: tls ? certificate : undefined };
  const sides: Side[] = [];
  for (const name of subjectsOf(row).filter((one) => subjects.includes(one))) {
    // The other subjects forward it unchanged.
    const judged = name === 'engine' && checks !== 'none';
    const setting = {
      ...engine,
      ...where,
      aliases: ALIASES,
      ...(judged && author && { environment: author.environment }),
    };
    const subject = await startSubject(name, setting, (cleanUp) => ofRow.defer(cleanUp));
    const { octets: size } = SIZES[row.size];
    const messages = messagesOf(row, options.share);
    const plan = { checks, judged, size, sessions, connections, tls, messages };
    sides.push({ subject, run: () => runLoad(plan, subject.port, sink, RECIPIENTS, author) });
  }
  for (const side of sides) await warmUp(side);
  const measured = await measureInTurn(sides, options.rounds);
  const all = new Map(sides.map(({ subject }, i) => [subject.name, measured[i] ?? []]));
  const how = `${CONNECTIONS[connections]}${tls ? ', TLS' : ''}${JUDGED[checks]}${variant}`;
  for (const name of all.keys()) {
    const words = [SIZES[row.size].name, sessions, how, name, ...cells(name, all)];
    console.log(`| ${words.join(' | ')} |`);
  }
}

/** Of the round with the least CPU: everything else can only add to it. */
function cells(name: SubjectName, all: ReadonlyMap<SubjectName, readonly Measured[]>): string[] {
  const leastOf = (rounds: readonly Measured[]) => ranked(rounds, 0, ({ cpuMs }) => cpuMs);
  const rounds = all.get(name) ?? [];
  const { cpuMs, perSecond, tally } = leastOf(rounds);
  const engine = all.get('engine');
  const wrong = WRONG.map((what) => sumOf(rounds, (one) => one[what]));
  if (name === 'engine' && wrong.some((sum) => sum > 0)) process.exitCode = 1;
  const times = [tally.replyMs, tally.arrivalMs].flatMap((ms) =>
    [0.5, 0.99].map((part) => ranked([...ms], part, (one) => one)),
  );
  return [
    cpuMs.toFixed(cpuMs < 100 ? 1 : 0),
    engine === undefined ? '' : (cpuMs / leastOf(engine).cpuMs).toFixed(2),
    perSecond.toFixed(0),
    ...times.map((ms) => ms.toFixed(ms < 10 ? 2 : 0)),
    mostMemory(rounds),
    ...[...wrong, tally.deferred].map(String),
  ];
}

async function runProof(name: string): Promise<void> {
  const proof = PROOFS[name];
  if (proof === undefined) return;
  await using ofProof = new AsyncDisposableStack();
  const { share, extent } = options;
  const sink = sinks.clear;
  const aliases = proof.isOfScale ? { aliases: [], many: extent.aliases } : { aliases: ALIASES };
  const setting = { nextHop: sink.port, tls: undefined, ...proof.engine, ...aliases };
  const engine = await startSubject('engine', setting, (cleanUp) => ofProof.defer(cleanUp));
  const [pid = 0] = engine.pids;
  const { promise, seen, kept } = await proof.prove({
    engine: { ...engine, pid },
    load: (plan, recipients = RECIPIENTS) => runLoad(plan, engine.port, sink, recipients),
    share,
    extent,
  });
  console.log(`${kept ? 'kept' : 'BROKEN'}: ${promise}. Seen: ${seen}.`);
  if (!kept) process.exitCode = 1;
}
