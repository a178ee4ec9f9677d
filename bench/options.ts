/** The command line of the bench. */

import { commandLine } from '../scripts/shared/command-line.ts';
import { CHECKS } from './load/author.ts';
import { CONNECTIONS } from './load/load.ts';
import type { Extent } from './proofs/finding.ts';
import { type BenchProof, PROOF_NAMES, SCALE } from './proofs/proof.ts';
import { ALL_ROWS, type BenchRow, SIZE_WORDS, VARIANT_NAMES } from './rows.ts';
import { type SubjectName, SUBJECTS } from './subjects/subject.ts';

const USAGE = `Usage: npm run bench [-- options]

  --sizes 2k,50k,1m,10m      sizes of messages
  --sessions 1,10,100        connections at once
  --connections kept,new,quit-with-dot
                             one for many messages, or one for each message; the last closes as Postfix does
  --tls yes,no               rows over TLS, rows in plaintext
  --checks none,keep,cold,rewrite
                             mail that the engine does not check, that stays as it came, the same from domains that are new to
                             it, that gets a new From
  --variants usual,undeclared,postgres,two-processes,two-on-postgres,three-on-postgres
                             messages without SIZE, another database, several engines on one port
  --subjects limit,floor,engine,postfix
                             source into sink; a proxy that only makes the engine's system calls; Veilpost; Postfix
  --proofs ${PROOF_NAMES.join(',')}, or none; scale: both of them,
                             which only run if they are named
  --messages 1000000 --kills 1000 --aliases 5000000
                             how much of a proof of scale is run
  --rounds 3                 how often each row is measured; the one with least CPU counts
  --quick                    a tenth of the messages, one round
  --write FILE               writes the results to a page of Markdown
  --profile FOLDER           writes CPU profiles of the engine there

bench/results has the figures that count, one page a subject.`;

export type Options = {
  rows: BenchRow[];
  subjects: SubjectName[];
  proofs: BenchProof[];
  extent: Extent;
  rounds: number;
  /** Fraction of the usual number of messages. */
  share: number;
  /** The page of Markdown that the results are written to. */
  write: string | undefined;
  /** Folder for CPU profiles of the engine. */
  profile: string | undefined;
};

/** What chooses rows: the words of an option, and the word of a row. */
const CHOICES: Record<string, readonly [words: readonly string[], of: (row: BenchRow) => string]> =
  {
    sizes: [SIZE_WORDS, (row) => row.size],
    sessions: [['1', '10', '100'], (row) => String(row.sessions)],
    connections: [CONNECTIONS, (row) => row.connections],
    tls: [['yes', 'no'], (row) => (row.tls ? 'yes' : 'no')],
    checks: [CHECKS, (row) => row.checks],
    variants: [VARIANT_NAMES, (row) => row.variant],
  };
const COUNTS = ['messages', 'kills', 'aliases'];
const OTHERS = ['subjects', 'proofs', 'rounds', 'write', 'profile'];
const WITH_TEXT = [...Object.keys(CHOICES), ...COUNTS, ...OTHERS];

/** @throws Error with one sentence about the invalid option */
export function readOptions(): Options {
  const { values } = commandLine(USAGE, {
    options: {
      ...Object.fromEntries(WITH_TEXT.map((name) => [name, { type: 'string' as const }])),
      quick: { type: 'boolean', default: false },
    },
  });
  const { quick, ...texts } = values;
  const text = (name: string) =>
    Object.entries(texts)
      .find(([one]) => one === name)?.[1]
      ?.toString();
  const choices = Object.entries(CHOICES).map(([option, [known, of]]) => {
    const wanted = chosen(option, text(option), known);
    return (row: BenchRow) => wanted.includes(of(row));
  });
  const choosesRows = Object.keys(CHOICES).some((option) => text(option) !== undefined);
  return {
    rows: ALL_ROWS.filter((row) => choices.every((choice) => choice(row))),
    subjects: chosen('subjects', text('subjects'), SUBJECTS),
    // A choice of rows leaves out the proofs, which take minutes.
    proofs: proofsOf(text('proofs') ?? (choosesRows ? 'none' : undefined)),
    extent: {
      messages: countOf('messages', text('messages') ?? '1000000'),
      kills: countOf('kills', text('kills') ?? '1000'),
      aliases: countOf('aliases', text('aliases') ?? '5000000'),
    },
    rounds: roundsOf(text('rounds') ?? (quick ? '1' : '3')),
    share: quick ? 0.1 : 1,
    write: text('write'),
    profile: text('profile'),
  };
}

function chosen<Word extends string>(
  option: string,
  text: string | undefined,
  known: readonly Word[],
): Word[] {
  if (text === undefined) return [...known];
  if (text === 'none' && !known.some((word) => word === 'none')) return [];
  return text.split(',').map((word) => {
    const found = known.find((one) => one === word);
    if (found === undefined) {
      throw new Error(`--${option} must be one of ${known.join(', ')}, but is '${word}'`);
    }
    return found;
  });
}

function proofsOf(text: string | undefined): BenchProof[] {
  const scale: readonly BenchProof[] = SCALE;
  if (text === undefined) return PROOF_NAMES.filter((name) => !scale.includes(name));
  return chosen('proofs', text.replace(/\bscale(?=,|$)/, SCALE.join()), PROOF_NAMES);
}

function countOf(option: string, text: string): number {
  if (!/^[1-9]\d{0,7}$/.test(text))
    throw new Error(`--${option} must be a number from 1 to 99999999`);
  return Number(text);
}

function roundsOf(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw new Error('--rounds must be a number from 1 to 99');
  return Number(text);
}
