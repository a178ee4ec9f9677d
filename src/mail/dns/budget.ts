/**
 * The queries of one message: their budget, since records and signatures chosen by the sender can require many, and answers
 * that stay the same for all its checks.
 */

import type { Clock } from '#time/clock.ts';
import type {
  Answer,
  AnswerOrPromise,
  DnsTrouble,
  QuerySource,
  RecordData,
  RecordType,
  Resolve,
} from './answer.ts';
import { octetsOf } from './cache.ts';
import { RECORD_TYPES } from './record-types.ts';

/** Time for all queries together, counted from the first one, in milliseconds. */
const BUDGET_MS = 10_000;
const MOST_QUESTIONS = 80;
/** Octets of all answers in memory: the message holds them to its end, and its share of memory does not count them. */
const MOST_OCTETS = 262_144;

const SPENT = { kind: 'trouble', reason: 'budget' } as const;

/**
 * A resolver for one message: queries beyond its budget, or with a too large answer, are `trouble`, and so are those
 * without an answer when the time is up.
 */
export function budgeted(resolve: Resolve, clock: Clock, asker?: QuerySource): Resolve {
  let until: number | undefined;
  let asked = 0;
  let octets = 0;
  const counted = <Type extends RecordType>(answer: Answer<RecordData[Type]>, type: Type) => {
    octets += octetsOf(answer, RECORD_TYPES[type].size);
    return octets > MOST_OCTETS ? SPENT : answer;
  };
  return (name, type) => {
    until ??= clock.now() + BUDGET_MS;
    const left = until - clock.now();
    if (left <= 0 || ++asked > MOST_QUESTIONS) return SPENT;
    const answer = answerWithin(resolve(name, type, asker), left, clock, 'timeout');
    return answer instanceof Promise
      ? answer.then((one) => counted(one, type))
      : counted(answer, type);
  };
}

type Known = { [Type in RecordType]?: Map<string, AnswerOrPromise<RecordData[Type]>> };

/**
 * A resolver that makes each query once: a repeated query gets the first answer, even a failure. So a query made in advance
 * costs nothing later, whatever the budget. The budget of the underlying resolver limits its memory.
 */
export function askedOnce(resolve: Resolve): Resolve {
  const known: Known = {};
  const of = <Type extends RecordType>(type: Type): NonNullable<Known[Type]> => {
    const answers: NonNullable<Known[Type]> = known[type] ?? new Map();
    known[type] = answers;
    return answers;
  };
  return (name, type) => {
    const answers = of(type);
    const before = answers.get(name);
    if (before !== undefined) return before;
    const asked = resolve(name, type);
    answers.set(name, asked);
    return asked;
  };
}

/**
 * The answer, or `trouble` if it takes longer. The query continues, since other callers may also wait for it.
 * @param ms milliseconds
 * @param reason of the trouble
 */
export function answerWithin<Data>(
  asking: AnswerOrPromise<Data>,
  ms: number,
  clock: Clock,
  reason: DnsTrouble,
): AnswerOrPromise<Data> {
  return asking instanceof Promise ? inTime(asking, ms, clock, reason) : asking;
}

async function inTime<Data>(
  asking: Promise<Answer<Data>>,
  ms: number,
  clock: Clock,
  reason: DnsTrouble,
): Promise<Answer<Data>> {
  const tooLate = Promise.withResolvers<Answer<Data>>();
  const cancel = clock.after(Math.max(0, ms), () => tooLate.resolve({ kind: 'trouble', reason }));
  const answer = await Promise.race([asking, tooLate.promise]);
  cancel();
  return answer;
}
