/** The switch: it shows the visitor's choice at once, saves one choice at a time, and reverts to the stored value. */

import { type Forwarding, forwardingOf } from './desk.ts';

/** The next state of the switch; `save` is the value to be saved now. */
type Step = { forwarding: Forwarding; save?: boolean; failed?: true };

export function flipped({ wish, stored, saving }: Forwarding): Step {
  // While a choice is being saved the next one waits: two calls at once could end in either order.
  if (saving !== undefined) return { forwarding: { wish: !wish, stored, saving } };
  return { forwarding: { wish: !wish, stored, saving: !wish }, save: !wish };
}

/** @param active of the stored row */
export function saved({ wish, saving }: Forwarding, active: boolean): Step {
  if (wish === active) return { forwarding: forwardingOf(active) };
  // The stored value differs from the requested one; another request would not help.
  if (wish === saving) return { forwarding: forwardingOf(active), failed: true };
  return { forwarding: { wish, stored: active, saving: wish }, save: wish };
}

export function saveFailed({ wish, stored, saving }: Forwarding): Step {
  if (wish === saving) return { forwarding: forwardingOf(stored), failed: true };
  // The failed call may have taken effect although no answer came, so the newer choice is saved in any case.
  return { forwarding: { wish, stored, saving: wish }, save: wish };
}
