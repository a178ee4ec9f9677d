import type { Answer } from './answer.ts';

/** The records alone, or the word for their absence. */
export function said<Data>(answer: Answer<Data>): readonly Data[] | string {
  if (answer.kind === 'records') return answer.records;
  return answer.kind === 'trouble' ? answer.reason : answer.kind;
}
