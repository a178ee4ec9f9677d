/** The switch of a row: it shows the owner's choice at once, saves one choice at a time, and reverts if that fails. */

export type Switching = {
  /** The choice that is being saved; undefined: none. */
  wish: boolean | undefined;
  /** The last choice was not saved. */
  failed: boolean;
};

export const AT_REST: Switching = { wish: undefined, failed: false };

/**
 * @param save saves a choice; false: it was not saved. It never throws.
 * @returns a press of the switch of a row that is stored as `active`
 */
export function rowSwitch(
  save: (active: boolean) => Promise<boolean>,
  show: (switching: Switching) => void,
): (active: boolean) => Promise<void> {
  let wish: boolean | undefined;
  return async (active) => {
    const isSaving = wish !== undefined;
    wish = !(wish ?? active);
    show({ wish, failed: false });
    // Two calls at once could end in either order.
    if (isSaving) return;
    for (let last: boolean | undefined; ; ) {
      last = wish;
      const saved = await save(last);
      // A failed call may have taken effect although no answer came, so a newer choice is saved in any case.
      if (wish !== last) continue;
      wish = undefined;
      return show({ wish, failed: !saved });
    }
  };
}
