import type { ButtonLook } from '../../../parts/button.tsx';
import type { Action } from './actions.ts';
import type { ManageState } from './state.ts';

/**
 * The look of an action's button. One action runs at a time: meanwhile the others are held, so that no press is lost
 * without a sign.
 * @param isOwn whether this button has started the running action
 */
export function lookOf(
  { busy }: Pick<ManageState, 'busy'>,
  isOwn: (busy: Action) => boolean,
  look: ButtonLook = 'outlined',
): ButtonLook {
  if (busy === undefined || look === 'off') return look;
  return isOwn(busy) ? 'busy' : 'held';
}
