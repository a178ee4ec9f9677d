import { type ClipboardEvent, useEffect, useRef } from 'react';
import { breakable } from '../../parts/address.tsx';
import { Icon } from '../../parts/icon.tsx';
import { WavesPattern } from '../../parts/envelope.tsx';
import { SPOKEN } from '#languages/en/alias.ts';
import type { DeskProps } from '../machine/events.ts';
import { copyBlocked } from '../machine/sentences.ts';

/** The main element of the result; in the locked form two thirds of it, with the one inked element of that view. */
const SIZES = {
  hero: {
    box: 'py-[1.375rem] low:py-3',
    local: 'text-hero',
    domain: 'text-hero-2',
    icon: 'text-accent hover:text-accent-2',
    copied: 'text-good',
    off: 'text-edge',
  },
  small: {
    box: 'py-4 low:py-3',
    local: 'text-[clamp(min(1.375rem,12cqi),7.7cqi,2.1875rem)] leading-[1.15]',
    domain: 'text-[clamp(1rem,3.6cqi,1.125rem)] leading-[1.2]',
    icon: 'bg-accent text-on hover:bg-accent-2',
    copied: 'bg-good text-on',
    off: 'border border-edge bg-off/60 text-ink-2',
  },
} as const;

/** Characters before the @ that fit into one line in their usual size. */
const SHORT_NAME = 15;

type AliasWindowProps = DeskProps & { size: keyof typeof SIZES };

/** The window of the envelope: the alias. It is one string, and is selected and copied as one. */
export function AliasWindow({ size, desk, send }: AliasWindowProps) {
  const { copying } = desk;
  const address = desk.alias.alias_email;
  const active = desk.forwarding.wish;
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (copying === 'blocked' && text.current) getSelection()?.selectAllChildren(text.current);
  }, [copying]);

  function onCopy(event: ClipboardEvent) {
    event.preventDefault();
    event.clipboardData.setData('text/plain', address);
  }

  const at = address.lastIndexOf('@');
  const look = SIZES[size];
  return (
    <div className="@container">
      <div
        className={`paper relative grid grid-cols-[1fr_auto] items-center gap-x-1 rounded-sm bg-window ps-5 pe-2 recessed ${look.box} ${active ? '' : 'text-ink-2'}`}
      >
        {!active && <Veil />}
        <p
          ref={text}
          dir="ltr"
          translate="no"
          onCopy={onCopy}
          className="relative font-mono wrap-anywhere select-all"
        >
          {/* Two blocks would be read as two words. */}
          <span className="sr-only select-none">{address}</span>
          <span
            aria-hidden="true"
            className={`${look.local} ${at > SHORT_NAME ? 'long-name' : ''} font-semibold tracking-[-0.035em]`}
          >
            {address.slice(0, at)}
          </span>
          <span aria-hidden="true" className={`inline-block w-full text-ink-2 ${look.domain}`}>
            {breakable(address.slice(at))}
          </span>
        </p>
        <button
          type="button"
          aria-label={SPOKEN.copyAddress}
          disabled={!active}
          onClick={() => send({ type: 'copyPressed' })}
          className={`relative grid size-11 place-items-center rounded-sm ${look[active ? (copying === 'copied' ? 'copied' : 'icon') : 'off']}`}
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

/** The tint over an alias that is switched off. */
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
