/** The parts of toasts that come on demand. */

import { useEffect, useRef, useState } from 'react';
import { waitingMessage } from './machine/sentences.ts';

/** The seconds that are left until a time (milliseconds since 1970), as they pass. Read out once, and not every second. */
export function Countdown({ until }: { until: number }) {
  const [{ now, ticks }, setTime] = useState(() => ({ now: Date.now(), ticks: 0 }));
  useEffect(() => {
    const timer = setInterval(
      () => setTime((time) => ({ now: Date.now(), ticks: time.ticks + 1 })),
      1000,
    );
    return () => clearInterval(timer);
  }, []);
  return <span aria-live={ticks > 0 ? 'off' : undefined}>{waitingMessage(until, now)}</span>;
}

type PointerOverProps = { onEnter: () => void; onLeave: () => void };

/**
 * Follows the pointer over the element around this one, which takes no pointer events: a press goes to the element under it.
 * While it has the focus the pointer does not leave it.
 */
export function PointerOver({ onEnter, onLeave }: PointerOverProps) {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const follow = ({ clientX: x, clientY: y }: PointerEvent) => {
      const element = mark.current?.parentElement;
      if (!element) return;
      const { left, right, top, bottom } = element.getBoundingClientRect();
      if (x > left && x < right && y > top && y < bottom) onEnter();
      else if (element !== document.activeElement) onLeave();
    };
    addEventListener('pointermove', follow);
    return () => removeEventListener('pointermove', follow);
  });
  return <span ref={mark} hidden />;
}
