import { ALIASES_FAILED, KEYS } from '#languages/en/aliases.ts';
import type { KeyFailure } from './calls.ts';

/** What an owner reads about a call that has no result. */
export function failureText(failure: KeyFailure): string {
  if (failure === 'tooMany') return KEYS.tooMany;
  return failure === 'secondFactor' ? KEYS.code : ALIASES_FAILED[failure];
}
