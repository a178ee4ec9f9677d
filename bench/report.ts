/** The results of one run, as a page of Markdown. */

import type { Measured } from './measure/row.ts';
import type { ProofFinding } from './proofs/finding.ts';
import { type BenchRow, VARIANTS } from './rows.ts';
import type { SubjectName } from './subjects/subject.ts';

export type RowResult = BenchRow & { subjects: Partial<Record<SubjectName, Measured>> };

export type BenchResults = {
  /** Day of the run, ISO 8601. */
  date: string;
  machine: string;
  node: string;
  /** Absent if Postfix was not measured. */
  postfix?: string;
  /** Number of measurements of each row; the one with the least CPU counts. */
  rounds: number;
  rows: RowResult[];
  findings: ProofFinding[];
};

const SIZE_NAMES = { '2k': '2 KB', '50k': '50 KB', '1m': '1 MB', '10m': '10 MB' };

const INTRODUCTION = `One process is source and sink, so that each message is counted and its way is timed. \`limit\` is the source straight
into the sink: its CPU is that of this one process. \`floor\` is a proxy in Node that passes octets on and does nothing else: it makes
the system calls that a forwarder cannot do without. \`engine\` is Veilpost, \`postfix\` is Postfix as an alias forwarder
(bench/postfix); of both the whole tree of processes is counted, ended children included, and nothing of the load.
CPU is in milliseconds for 1,000 messages. *Reply* is the time from handing a message over to its 250, which for the engine
means delivered and for Postfix queued; *arrival* the time until the sink has it. Memory is the most of all rounds, what processes share
counted once. Each message goes to the next of 10,000 aliases. The subjects of a row run side by side and have their rounds in turn. With
PostgreSQL its processes count as the engine's, in CPU and memory. Of what is judged the sink has another implementation look at one
message in 100: *unproven* are those that do not hold.`;

export function markdown(results: BenchResults): string {
  const { date, machine, node, postfix, rounds, rows, findings } = results;
  const against = postfix === undefined ? '' : `, Postfix ${postfix}`;
  return [
    '# CPU and memory of a message',
    `${date}; ${machine}; Node ${node}${against}; of ${rounds} rounds the one with least CPU, for each.`,
    INTRODUCTION,
    '## Ratios of CPU',
    table(
      'message|sessions|connections|less than Postfix|times the floor|times the limit',
      rows.map((row) => [...rowName(row), ...ratios(row)]),
    ),
    '## Rows',
    table(
      'message|sessions|connections|subject|CPU|messages/s|reply p50|p99|arrival p50|p99|MiB|lost|short|repeated|unproven|waited',
      rows.flatMap(subjectLines),
    ),
    ...(findings.length === 0 ? [] : ['## Proofs']),
    ...findings.map(
      ({ promise, seen, kept }) => `- ${kept ? 'kept' : '**broken**'}: ${promise}. Seen: ${seen}.`,
    ),
  ].join('\n\n');
}

/** One line for each subject of a row, as cells. */
export function subjectLines(row: RowResult): string[][] {
  return Object.entries(row.subjects).map(([subject, measured]) => [
    ...rowName(row),
    subject,
    ...cells(measured),
  ]);
}

function rowName({ size, sessions, connections, tls, checks, variant }: BenchRow): string[] {
  const names = { kept: 'kept', new: 'new', 'quit-with-dot': 'new, QUIT with the dot' };
  const judged = {
    none: '',
    keep: ', checks and ARC',
    cold: ', checks and ARC, cold DNS',
    rewrite: ', checks and DKIM',
  };
  const { name } = VARIANTS[variant];
  const different = name === '' ? '' : `, ${name}`;
  const how = `${names[connections]}${tls ? ', TLS' : ''}${judged[checks]}${different}`;
  return [SIZE_NAMES[size], String(sessions), how];
}

function cells(measured: Measured): string[] {
  const { cpuMs, perSecond, reply, arrival, memory } = measured;
  const { lost, short, repeated, unproven, deferred } = measured;
  return [
    cpuMs.toFixed(cpuMs < 100 ? 1 : 0),
    perSecond.toFixed(0),
    ...[reply.p50, reply.p99, arrival.p50, arrival.p99].map((ms) => ms.toFixed(ms < 10 ? 2 : 0)),
    memory === null ? '' : (memory / 1_048_576).toFixed(0),
    ...[lost, short, repeated, unproven, deferred].map(String),
  ];
}

/** Postfix's CPU as a multiple of the engine's, and the engine's of the floor's and the limit's; an empty cell if the row lacks one of the two measurements. */
export function ratios({ subjects }: RowResult): string[] {
  const { engine, postfix, floor, limit } = subjects;
  const ratio = (more: Measured | undefined, less: Measured | undefined) =>
    more && less ? (more.cpuMs / less.cpuMs).toFixed(1) : '';
  return [ratio(postfix, engine), ratio(engine, floor), ratio(engine, limit)];
}

/** @param names of the columns */
function table(names: string, lines: string[][]): string {
  const head = names.split('|');
  const line = (words: string[]) => `| ${words.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...lines.map(line)].join('\n');
}
