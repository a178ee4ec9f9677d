/** Answers that hold for the checks of one message. */

import type { AnswerOrPromise, RecordData, RecordType, Resolve } from './answer.ts';

type Known = { [Type in RecordType]?: Map<string, AnswerOrPromise<RecordData[Type]>> };

/**
 * A resolver that asks each question once: a repeated question gets the first answer, even a failure. So a query ahead
 * of time costs nothing later on, whatever the budget. The budget behind it bounds its memory.
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
