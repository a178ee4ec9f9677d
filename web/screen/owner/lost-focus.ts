/**
 * If a control with the focus is removed, a browser leaves the focus nowhere: the keyboard begins at the top of the page
 * again, and a screen reader falls silent. The focus then moves to its replacement, or to what is before it. One
 * watcher for some twenty such places: a `focus()` in each component would depend on what follows it, and a late answer
 * would take the focus from what the visitor does meanwhile.
 */

const CONTROLS = 'a[href],button:enabled,input:enabled,summary,[tabindex]';

/** After the last digit of a code many people press Enter: it must not press a button that has just come. */
const HARMLESS = 'input:enabled,[aria-expanded],[tabindex="-1"]';

/** @returns a function that ends it */
export function followLostFocus(): () => void {
  let last: HTMLElement | undefined;
  /** The elements around the control, from the inside. */
  let places: Element[] = [];

  const isNowhere = () => document.activeElement === document.body;

  function onFocus({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement) || target.matches('.toast')) return;
    last = target;
    places = [];
    for (let at = target.parentElement; at; at = at.parentElement) places.push(at);
  }

  /** The visitor has left a control that is still there. */
  function onBlur(): void {
    queueMicrotask(() => {
      if (last?.isConnected && isNowhere()) last = undefined;
    });
  }

  const observer = new MutationObserver(() => {
    if (!last || last.isConnected || !isNowhere()) return;
    const found = next(last, places);
    // Its text is at the top of the page too, where a dialog has left the visitor.
    found?.focus({ preventScroll: found.matches('[data-told]') });
  });
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', onFocus);
  // Before the control's own handler, which may remove it.
  document.addEventListener('focusout', onBlur, true);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('focusout', onBlur, true);
  };
}

function next(lost: Element, places: Element[]): HTMLElement | null {
  const wanted = lost.matches('input') ? HARMLESS : CONTROLS;
  let inside: Element | undefined;
  for (const place of places) {
    if (!place.isConnected) continue;
    if (place.matches('main,#screen')) break;
    const all = [...place.querySelectorAll<HTMLElement>(wanted)].filter(isVisible);
    const found = inside
      ? all.findLast((control) => isBefore(control, inside))
      : (all.find((control) => control.matches('input')) ?? all[0]);
    if (found) return found;
    inside = place;
  }
  const field = document.querySelector<HTMLElement>('main [name=email]');
  // A look-up decides what comes.
  if (field?.ariaDisabled) return null;
  return document.querySelector<HTMLElement>('main [tabindex="-1"]') ?? field;
}

const isVisible = (element: Element) => element.getClientRects().length > 0;

/** A place itself counts, too. */
const isBefore = (element: Element, place: Element | undefined) =>
  place === element ||
  (place?.compareDocumentPosition(element) ?? 0) === Node.DOCUMENT_POSITION_PRECEDING;
