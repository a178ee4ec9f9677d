/** A button is inked only when it can act. `busy` keeps the focus, as does `held` by another one; `off` cannot have it. */
export type ButtonLook = 'inked' | 'outlined' | 'done' | 'off' | 'busy' | 'held';

/**
 * One action runs at a time: meanwhile the others are held, so that no press is lost without a sign.
 * @param running whether the running action is the button's own; undefined: none runs
 */
export function shownLook(look: ButtonLook, running: boolean | undefined): ButtonLook {
  if (running === undefined || look === 'off') return look;
  return running ? 'busy' : 'held';
}
