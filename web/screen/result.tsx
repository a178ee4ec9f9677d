import { useEffect, useRef } from 'react';
import type { AliasRow } from '../client/alias-row.ts';
import { Button, type ButtonLook } from '../parts/button.tsx';
import { TITLE } from '../parts/envelope.tsx';
import { TEXTS } from '../texts.ts';
import { AliasWindow } from './alias-window.tsx';
import type { State } from './machine/state.ts';
import type { Send } from './send.ts';

/** Takes the focus when it appears, so that a screen reader begins here. */
export function ResultTitle() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1} className={TITLE}>
      {TEXTS.result.heading}
    </h2>
  );
}

/** The front of the sealed envelope: the alias, and the actions on it. */
export function Result({ alias, state, send }: { alias: AliasRow; state: State; send: Send }) {
  const active = state.forwarding.wish;
  const { copying } = state;
  return (
    <div className="mt-1 grid gap-4 low:gap-3">
      <p className="text-ink-2">{TEXTS.result.use}</p>
      <AliasWindow
        size="hero"
        address={alias.alias_email}
        active={active}
        copying={copying}
        send={send}
      />
      <div className="grid gap-3 pair:grid-cols-2 pair:gap-4">
        <Button
          look={copyLook(active, copying)}
          icon={active ? (copying === 'copied' ? 'tick' : 'sheets') : undefined}
          onPress={() => send({ type: 'copyPressed' })}
        >
          {copyCaption(active, copying)}
        </Button>
        <Button
          look={active ? 'outlined' : 'off'}
          icon={active ? 'envelope' : undefined}
          onPress={() => send({ type: 'testMailOpened' })}
        >
          {active ? TEXTS.testMail.open : TEXTS.forwarding.blocked}
        </Button>
      </div>
    </div>
  );
}

function copyLook(active: boolean, copying: State['copying']): ButtonLook {
  if (!active) return 'off';
  return copying === 'copied' ? 'done' : 'inked';
}

function copyCaption(active: boolean, copying: State['copying']): string {
  if (!active) return TEXTS.forwarding.blocked;
  return copying === 'copied' ? TEXTS.result.copied : TEXTS.result.copy;
}
