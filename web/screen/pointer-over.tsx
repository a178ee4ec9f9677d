import { useEffect, useRef } from 'react';

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
