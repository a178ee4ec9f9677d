import { useEffect, useRef } from 'react';
import { KEYS } from '#languages/en/aliases.ts';
import { Button } from '../../../parts/button.tsx';
import { select, useCopying } from '../aliases/use-copying.ts';

type ShownKeyProps = { apiKey: string; server: string; done: () => void };

/** A new key, this once, with the three lines that Bitwarden asks for. */
export function ShownKey({ apiKey, server, done }: ShownKeyProps) {
  const [copying, copy] = useCopying(apiKey);
  const copied = copying === 'copied';
  const first = useRef<HTMLParagraphElement>(null);
  useEffect(() => first.current?.focus(), []);

  const text = useRef<HTMLElement>(null);
  useEffect(() => {
    if (copying === 'blocked') select(text.current);
  }, [copying]);

  return (
    <div className="given">
      <p ref={first} tabIndex={-1} className="font-medium">
        {KEYS.once}
      </p>
      <dl className="shown-key">
        <dt>{KEYS.server}</dt>
        <dd dir="ltr" translate="no" className="font-mono select-all">
          {server}
        </dd>
        <dt>{KEYS.key}</dt>
        <dd ref={text} dir="ltr" translate="no" className="font-mono select-all">
          {apiKey}
        </dd>
      </dl>
      <div className="answers">
        <Button
          look={copied ? 'done' : 'inked'}
          icon={copied ? 'tick' : 'sheets'}
          onPress={() => void copy()}
        >
          {copied ? KEYS.copied : KEYS.copy}
        </Button>
        <Button look="outlined" onPress={done}>
          {KEYS.done}
        </Button>
      </div>
      <div aria-live="polite" className="said">
        {copied && <span className="sr-only">{KEYS.copied}</span>}
        {copying === 'blocked' && <p className="text-note">{KEYS.blocked}</p>}
      </div>
      <p className="text-note text-ink-2">{KEYS.bitwarden}</p>
    </div>
  );
}
