import type { MouseEvent } from 'react';
import { RESULT } from '#languages/en/alias.ts';
import { Icon } from '../../parts/icon.tsx';
import type { Send } from '../send.ts';

/** On the desk, below the slip. @param more whether the announced upgrade is here */
export function Notes({ more, send }: { more: boolean; send: Send }) {
  function onClick(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    send({ type: 'backPressed' });
  }

  return (
    <div className="px-5 pt-6 text-note desk:px-9 low:pt-4">
      {!more && <p className="orange-note">{RESULT.upgrade}</p>}
      <p className="mt-3 text-ink-2">{RESULT.disableAnyTime}</p>
      {/* The page itself: opened beside this one it is the main screen. */}
      <a
        href="."
        onClick={onClick}
        className="mt-1 flex min-h-11 w-fit items-center gap-2 text-base text-accent no-underline hover:text-accent-2"
      >
        <Icon name="chevron" className="-ms-1" />
        <span className="underline">{RESULT.back}</span>
      </a>
    </div>
  );
}
