import { useEffect, useRef, useState } from 'react';
import { KEYS } from '#languages/en/aliases.ts';
import { Button } from '../../../parts/button.tsx';

type ShownKeyProps = { apiKey: string; server: string; done: () => void };

/** A new key, this once, with the three lines that Bitwarden asks for. */
export function ShownKey({ apiKey, server, done }: ShownKeyProps) {
  const [copied, setCopied] = useState(false);
  const first = useRef<HTMLParagraphElement>(null);
  useEffect(() => first.current?.focus(), []);

  async function copy() {
    try {
      await navigator.clipboard.writeText(apiKey);
      setCopied(true);
    } catch {
      // A page over plain http has no clipboard: the key can be selected.
    }
  }

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
        <dd dir="ltr" translate="no" className="font-mono select-all">
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
      <p className="text-note text-ink-2">{KEYS.bitwarden}</p>
    </div>
  );
}
