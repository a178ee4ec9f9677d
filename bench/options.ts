/** The command line of the bench. */

import { commandLine, refuse } from '../scripts/shared/command-line.ts';
import type { Extent } from './proofs/finding.ts';
import { PROOFS } from './proofs/proofs.ts';
import { ALL_ROWS, type BenchRow, wordsOf } from './rows.ts';
import { type SubjectName, SUBJECTS } from './subjects/subject.ts';

const PROOF_NAMES = Object.keys(PROOFS);

const USAGE = `Usage: npm run bench [-- options]

  --sizes 2k,50k,1m,10m      sizes of messages
  --sessions 1,10,100        connections at once
  --connections kept,new,quit-with-dot
                             one for many messages, or one for each message; the last closes as Postfix does
  --tls yes,no               rows over TLS, rows in plaintext
  --checks none,keep,cold,rewrite
                             mail that the engine does not check, that stays as it came, the same from domains that are new to
                             it, that gets a new From
  --variants usual,postgres,two-processes,two-on-postgres
                             another database, two engines on one port
  --subjects ${SUBJECTS.join(',')}
                             a proxy that only makes the engine's system calls; Veilpost; Postfix
  --proofs ${PROOF_NAMES.join(',')}, or none; scale: both of them,
                             which only run if they are named
  --messages 1000000 --kills 1000 --aliases 5000000
                             how much of a proof of scale is run
  --quick                    a tenth of the messages, and one round of each row instead of three

bench/results has the figures that count, one page a subject.`;

export type Options = {
  rows: readonly BenchRow[];
  subjects: readonly SubjectName[];
  proofs: readonly string[];
  extent: Extent;
  rounds: number;
  /** Fraction of the usual number of messages. */
  share: number;
};

const text = { type: 'string' } as const;

/** Ends the program if an option is wrong. */
export function readOptions(): Options {
  const { values } = commandLine(USAGE, {
    options: {
      sizes: text,
      sessions: text,
      connections: text,
      tls: text,
      checks: text,
      variants: text,
      subjects: text,
      proofs: text,
      messages: { ...text, default: '1000000' },
      kills: { ...text, default: '1000' },
      aliases: { ...text, default: '5000000' },
      quick: { type: 'boolean', default: false },
    },
  });
  const given = Object.entries(values);
  const choices = given.flatMap(([option, wanted]) => {
    const known = new Set(ALL_ROWS.flatMap((row) => wordsOf(row)[option] ?? []));
    return known.size === 0 ? [] : [{ option, words: chosen(option, String(wanted), [...known]) }];
  });
  const isChosen = (row: BenchRow) =>
    choices.every(({ option, words }) => words.includes(wordsOf(row)[option] ?? ''));
  const subjects = chosen('subjects', values.subjects, SUBJECTS);
  return {
    rows: ALL_ROWS.filter(isChosen),
    subjects: SUBJECTS.filter((name) => subjects.includes(name)),
    // A choice of rows leaves out the proofs, which take minutes.
    proofs: proofsOf(values.proofs ?? (choices.length > 0 ? 'none' : undefined)),
    extent: {
      messages: countOf('messages', values.messages),
      kills: countOf('kills', values.kills),
      aliases: countOf('aliases', values.aliases),
    },
    rounds: values.quick ? 1 : 3,
    share: values.quick ? 0.1 : 1,
  };
}

function chosen(option: string, words: string | undefined, known: readonly string[]) {
  if (words === undefined) return known;
  if (words === 'none' && !known.includes('none')) return [];
  const all = words.split(',');
  const unknown = all.find((word) => !known.includes(word));
  if (unknown === undefined) return all;
  return refuse(`--${option} must be one of ${known.join(', ')}, but is '${unknown}'`);
}

function proofsOf(words: string | undefined): readonly string[] {
  const scale = PROOF_NAMES.filter((name) => PROOFS[name]?.isOfScale);
  if (words === undefined) return PROOF_NAMES.filter((name) => !scale.includes(name));
  return chosen('proofs', words.replace(/\bscale(?=,|$)/, scale.join()), PROOF_NAMES);
}

function countOf(option: string, digits: string): number {
  if (/^[1-9]\d{0,7}$/.test(digits)) return Number(digits);
  return refuse(`--${option} must be a number from 1 to 99999999`);
}
