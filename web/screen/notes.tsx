import { Icon } from '../parts/icon.tsx';
import { TEXTS } from '../texts.ts';
import type { Send } from './send.ts';

/** On the desk, below the slip. */
export function Notes({ send }: { send: Send }) {
  return (
    <div className="px-5 pt-6 text-note desk:px-9">
      <p className="text-warn">{TEXTS.result.upgrade}</p>
      <p className="mt-1 text-ink-2">{TEXTS.result.disableAnyTime}</p>
      <button
        type="button"
        onClick={() => send({ type: 'wentBack' })}
        className="mt-2 flex min-h-11 items-center gap-2 text-base text-accent hover:text-accent-2"
      >
        <Icon name="chevron" className="-ms-1" />
        <span className="underline underline-offset-4">{TEXTS.result.back}</span>
      </button>
    </div>
  );
}
