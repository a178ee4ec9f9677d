import type { Clock } from '#time/clock.ts';
import type { Answer, AnswerOrPromise, DnsTrouble } from './answer.ts';

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
