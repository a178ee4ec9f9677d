import { useEffect, useEffectEvent, useState } from 'react';

/** Milliseconds left, by thing. */
const LEFT = new WeakMap<object, number>();

/**
 * Calls `then` once after `ms` milliseconds; the time is paused while `hold` is in force. It continues if `thing`
 * moves to another place of the page.
 * @returns the two handlers
 */
export function usePausableTimeout(thing: object, ms: number, then: () => void) {
  const [held, setHeld] = useState(false);
  const onEnd = useEffectEvent(then);

  useEffect(() => {
    if (held) return;
    const start = Date.now();
    const left = LEFT.get(thing) ?? ms;
    const timer = setTimeout(onEnd, left);
    return () => {
      clearTimeout(timer);
      LEFT.set(thing, left - (Date.now() - start));
    };
  }, [held, thing, ms]);

  return { hold: () => setHeld(true), release: () => setHeld(false) };
}
