import { type ClipboardEvent, useEffect, useRef } from 'react';
import { Icon } from '../parts/icon.tsx';
import { WavesPattern } from '../parts/waves.tsx';
import { SPOKEN } from '../texts.ts';
import { copyBlocked } from './copy-blocked.ts';
import type { State } from './machine/state.ts';
import type { Send } from './send.ts';

type AliasWindowProps = {
  address: string;
  active: boolean;
  copying: State['copying'];
  send: Send;
};

/** The window of the sealed envelope: the alias, large. It is one string, and is selected and copied as one. */
export function AliasWindow({ address, active, copying, send }: AliasWindowProps) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (copying === 'blocked' && text.current) getSelection()?.selectAllChildren(text.current);
  }, [copying]);

  function onCopy(event: ClipboardEvent) {
    event.preventDefault();
    event.clipboardData.setData('text/plain', address);
  }

  const at = address.lastIndexOf('@');
  return (
    <div className="@container">
      <div
        className={`paper relative grid grid-cols-[1fr_auto] items-center rounded-sm bg-window py-[1.375rem] ps-5 pe-2 recessed ${active ? '' : 'text-ink-2'}`}
      >
        {!active && <Veil />}
        <p
          ref={text}
          dir="ltr"
          onCopy={onCopy}
          className="relative font-mono wrap-anywhere select-all"
        >
          <span
            className={`text-hero font-semibold tracking-[-0.035em] ${at <= 12 ? 'whitespace-nowrap' : ''}`}
          >
            {address.slice(0, at)}
          </span>
          <span className={`inline-block w-full text-hero-2 text-ink-2`}>{address.slice(at)}</span>
        </p>
        <button
          type="button"
          aria-label={SPOKEN.copyAddress}
          disabled={!active}
          onClick={() => send({ type: 'copyPressed' })}
          className={`relative grid size-11 place-items-center rounded-sm ${colour(active, copying)}`}
        >
          <Icon name={copying === 'copied' ? 'tick' : 'sheets'} className="size-[1.375rem]" />
        </button>
      </div>
      <div aria-live="polite">
        {copying === 'copied' && <span className="sr-only">{SPOKEN.copied}</span>}
        {copying === 'blocked' && <p className="mt-2 text-note">{copyBlocked(navigator)}</p>}
      </div>
    </div>
  );
}

function colour(active: boolean, copying: State['copying']): string {
  if (!active) return 'text-edge';
  return copying === 'copied' ? 'text-good' : 'text-accent hover:text-accent-2';
}

/** What is switched off is veiled by the tint. */
function Veil() {
  return (
    <svg aria-hidden="true" width="100%" height="100%" className="veiled absolute inset-0">
      <defs>
        <WavesPattern id="veil" />
      </defs>
      <rect width="100%" height="100%" fill="url(#veil)" />
    </svg>
  );
}
