/** `npm run bench`: the cost of mail here, against the limit and against Postfix. See --help. */

import { writeFileSync } from 'node:fs';
import { selfSignedCertificate } from '#support/certificate.ts';
import { aliasesOf, USUAL_ALIASES } from './load/aliases.ts';
import { LoadAuthor } from './load/author.ts';
import { runLoad } from './load/load.ts';
import { Sink } from './load/sink.ts';
import { machineKind } from './measure/machine.ts';
import { measureInTurn, type Side } from './measure/row.ts';
import { type Options, readOptions } from './options.ts';
import type { ProofFinding } from './proofs/finding.ts';
import { ENGINES, type BenchProof, PROOFS, SCALE } from './proofs/proof.ts';
import { markdown, ratios, type BenchResults, type RowResult, subjectLines } from './report.ts';
import { messagesOf, type BenchRow, SIZES, subjectsOf, VARIANTS } from './rows.ts';
import { postfixVersion, whyNoPostfix } from './subjects/postfix.ts';
import { startSubject } from './subjects/start.ts';
import type { Subject, SubjectName } from './subjects/subject.ts';

const ALIASES = aliasesOf(USUAL_ALIASES);
const RECIPIENTS = ALIASES.map(([alias]) => alias);

const certificate = selfSignedCertificate('mx.alias.test');
let author: LoadAuthor | undefined;
const sinks = {
  clear: await Sink.start(),
  tls: await Sink.start({ certificate }),
};
try {
  await run(readOptions());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  author?.close();
  for (const sink of Object.values(sinks)) sink.close();
}

async function run(options: Options): Promise<void> {
  const missing = whyNoPostfix();
  if (missing !== undefined && options.subjects.includes('postfix')) {
    console.log(`${missing}: skipping its rows.`);
    options.subjects = options.subjects.filter((name) => name !== 'postfix');
  }
  console.log(
    'message sessions connections subject: CPU per 1,000 in ms, messages/s, reply p50 p99, arrival p50 p99 in ms,\n' +
      'memory in MiB, lost, short, repeated, unproven, waited',
  );
  const rows: RowResult[] = [];
  for (const row of options.rows) rows.push(await runRow(row, options));
  const findings: ProofFinding[] = [];
  for (const proof of options.proofs) findings.push(await runProof(proof, options));
  const results: BenchResults = {
    date: new Date().toISOString().slice(0, 10),
    machine: machineKind(),
    node: process.versions.node,
    ...(options.subjects.includes('postfix') ? { postfix: postfixVersion() } : {}),
    rounds: options.rounds,
    rows,
    findings,
  };
  if (options.write !== undefined) write(options.write, results);
  if (!everyMailOnce(rows) || findings.some(({ kept }) => !kept)) process.exitCode = 1;
}

async function runRow(row: BenchRow, options: Options): Promise<RowResult> {
  const { sessions, connections, tls, checks } = row;
  const { undeclared = false, engine = {} } = VARIANTS[row.variant];
  if (checks !== 'none') author ??= await LoadAuthor.start();
  const sink = tls ? sinks.tls : sinks.clear;
  // The other subjects forward it unchanged.
  const judges = (name: SubjectName) => name === 'engine' && checks !== 'none';
  const names = subjectsOf(row).filter((one) => options.subjects.includes(one));
  const { profile, share } = options;
  const where = { nextHop: sink.port, tls: tls ? certificate : undefined };
  const setting = { ...engine, ...where, aliases: ALIASES, profile };
  const subjects: Subject[] = [];
  try {
    for (const name of names) {
      subjects.push(
        await startSubject(name, {
          ...setting,
          ...(judges(name) && author && { environment: author.environment }),
        }),
      );
    }
    const sides = subjects.map((subject): Side => {
      const messages = messagesOf(row, share);
      const judged = judges(subject.name);
      const { octets: size } = SIZES[row.size];
      const plan = { checks, judged, size, sessions, connections, tls, undeclared, messages };
      return { subject, run: () => runLoad(plan, subject.port, sink, RECIPIENTS, author) };
    });
    return printed({ ...row, subjects: await measureInTurn(sides, options.rounds) });
  } finally {
    for (const subject of subjects) await subject.stop();
  }
}

function printed(result: RowResult): RowResult {
  for (const line of subjectLines(result)) console.log(line.join('  '));
  const [postfix = '', floor = '', limit = ''] = ratios(result).map((one) => one || '-');
  console.log(`  less than Postfix: ${postfix}; times the floor: ${floor}; the limit: ${limit}`);
  return result;
}

async function runProof(
  proof: BenchProof,
  { share, profile, extent }: Options,
): Promise<ProofFinding> {
  const sink = sinks.clear;
  const setting = { nextHop: sink.port, tls: undefined, aliases: ALIASES, profile };
  const many = SCALE.some((one) => one === proof) ? { aliases: [], many: extent.aliases } : {};
  const engine = await startSubject('engine', { ...setting, ...ENGINES[proof], ...many });
  try {
    const [pid = 0] = engine.pids;
    const ground = { engine: { ...engine, pid }, sink, recipients: RECIPIENTS, share, extent };
    const finding = await PROOFS[proof](ground);
    console.log(`${finding.kept ? 'kept' : 'BROKEN'}: ${finding.promise}. Seen: ${finding.seen}.`);
    return finding;
  } finally {
    await engine.stop();
  }
}

function everyMailOnce(rows: RowResult[]): boolean {
  const all = rows.flatMap(({ subjects }) => subjects.engine ?? []);
  return all.every(
    ({ lost, short, repeated, unproven }) => lost + short + repeated + unproven === 0,
  );
}

function write(file: string, results: BenchResults): void {
  writeFileSync(file, `${markdown(results)}\n`);
  console.log(`written to ${file}`);
}
