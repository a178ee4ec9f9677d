import { useEffect, useEffectEvent, useRef, useState } from 'react';

/**
 * Calls `then` once after `ms` milliseconds; the time is paused while `hold` is in force.
 * @returns the two handlers
 */
export function usePausableTimeout(ms: number, then: () => void) {
  const [held, setHeld] = useState(false);
  const left = useRef(ms);
  const onEnd = useEffectEvent(then);

  useEffect(() => {
    if (held) return;
    const start = Date.now();
    const timer = setTimeout(onEnd, left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - start;
    };
  }, [held]);

  return { hold: () => setHeld(true), release: () => setHeld(false) };
}
