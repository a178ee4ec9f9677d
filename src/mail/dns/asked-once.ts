/** Answers that stay the same for all checks of one message. */

import type { AnswerOrPromise, RecordData, RecordType, Resolve } from './answer.ts';

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
