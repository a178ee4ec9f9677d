/** The command line of the bench. */

import { parseArgs } from 'node:util';
import { CHECKS } from './load/author.ts';
import { CONNECTIONS } from './load/load.ts';
import { type Proof, PROOF_NAMES } from './proofs/proof.ts';
import { ALL_ROWS, type Row, SIZE_WORDS, VARIANT_NAMES } from './rows.ts';
import { type SubjectName, SUBJECTS } from './subjects/subject.ts';

export const USAGE = `npm run bench [-- options]

  --sizes 2k,50k,1m,10m      sizes of messages
  --sessions 1,10,100        connections at once
  --connections kept,new,quit-with-dot
                             for message after message, or a new one for each; the last as Postfix ends them
  --tls yes,no               rows over TLS, rows in clear
  --checks none,keep,cold,rewrite
                             mail that the engine does not judge, that stays as it came, the same from domains that are new to
                             it, that gets another author
  --variants usual,undeclared,chunking,postgres,two-processes,two-on-postgres,three-on-postgres
                             messages without SIZE, a next hop with CHUNKING, another database, several engines on one port
  --subjects limit,floor,engine,postfix
                             source into sink; a proxy that only makes the engine's system calls; Veilpost; Postfix
  --proofs ${PROOF_NAMES.join(',')}, or none
  --rounds 3                 how often each row is measured; the one with least CPU counts
  --awake                    the load does not fall asleep while it waits: nobody pays for waking it, but it takes a core
  --quick                    a tenth of the messages, one round
  --one-start                subjects serve row after row, as long as the rows want the same: quicker, but memory is that of all so far
  --write NAME               writes the results to bench/results/NAME.json and .md
  --profile FOLDER           writes CPU profiles of the engine there

Whoever chooses gets those rows printed. A run of everything is also written to bench/results.`;

export type Options = {
  rows: Row[];
  subjects: SubjectName[];
  proofs: Proof[];
  rounds: number;
  /** Fraction of the usual number of messages. */
  share: number;
  /** Keeps the load awake while it waits for an answer. */
  awake: boolean;
  /** Subjects are started once for several rows. */
  oneStart: boolean;
  /** Name of the results in bench/results. */
  write: string | undefined;
  /** Folder for CPU profiles of the engine. */
  profile: string | undefined;
  /** Whether the run is complete, so that its results are worth keeping. */
  complete: boolean;
};

/** @throws Error with one sentence on an option that cannot be used */
export function readOptions(words: string[]): Options | 'help' {
  const { values } = parseArgs({
    args: words,
    options: {
      sizes: { type: 'string' },
      sessions: { type: 'string' },
      connections: { type: 'string' },
      tls: { type: 'string' },
      checks: { type: 'string' },
      variants: { type: 'string' },
      subjects: { type: 'string' },
      proofs: { type: 'string' },
      rounds: { type: 'string' },
      awake: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      'one-start': { type: 'boolean', default: false },
      write: { type: 'string' },
      profile: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  const { awake, quick } = values;
  const sizes = chosen('sizes', values.sizes, SIZE_WORDS);
  const sessions = chosen('sessions', values.sessions, ['1', '10', '100']);
  const connections = chosen('connections', values.connections, CONNECTIONS);
  const tls = chosen('tls', values.tls, ['yes', 'no']);
  const checks = chosen('checks', values.checks, CHECKS);
  const variants = chosen('variants', values.variants, VARIANT_NAMES);
  const word = (yes: boolean) => (yes ? 'yes' : 'no');
  const choosesRows = [
    values.sizes,
    values.sessions,
    values.connections,
    values.tls,
    values.checks,
    values.variants,
  ].some(Boolean);
  return {
    rows: ALL_ROWS.filter(
      (row) =>
        sizes.includes(row.size) &&
        sessions.some((count) => count === String(row.sessions)) &&
        connections.includes(row.connections) &&
        tls.includes(word(row.tls)) &&
        checks.includes(row.checks) &&
        variants.includes(row.variant),
    ),
    subjects: chosen('subjects', values.subjects, SUBJECTS),
    // A choice of rows leaves out the proofs, which take minutes.
    proofs: chosen('proofs', values.proofs ?? (choosesRows ? 'none' : undefined), PROOF_NAMES),
    rounds: roundsOf(values.rounds ?? (quick ? '1' : '3')),
    share: quick ? 0.1 : 1,
    awake,
    oneStart: values['one-start'],
    write: values.write,
    profile: values.profile,
    complete: Object.values(values).every((value) => value === undefined || value === false),
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
      throw new Error(`--${option} knows ${known.join(', ')}, and not '${word}'`);
    }
    return found;
  });
}

function roundsOf(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw new Error('--rounds wants a number from 1 to 99');
  return Number(text);
}
