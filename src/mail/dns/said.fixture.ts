import type { Answer } from './answer.ts';

/** The records, or the reason why there are none. */
export function said<Data>(answer: Answer<Data>): readonly Data[] | string {
  if (answer.kind === 'records') return answer.records;
  return answer.kind === 'trouble' ? answer.reason : answer.kind;
}
