import { useEffect, useRef } from 'react';
import { FORWARDING, RESULT, TEST_MAIL } from '#languages/en/alias.ts';
import { Button, type ButtonLook } from '../../parts/button.tsx';
import { TITLE } from '../../parts/envelope.tsx';
import { AliasWindow } from './alias-window.tsx';
import type { Desk } from '../machine/desk.ts';
import type { DeskProps } from './desk-props.ts';

/** Takes the focus when it appears, so that a screen reader begins here. */
export function ResultTitle() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1} className={TITLE}>
      {RESULT.heading}
    </h2>
  );
}

/** The front of the sealed envelope: the alias, and the actions on it. */
export function Result({ desk, send }: DeskProps) {
  const { copying } = desk;
  const active = desk.forwarding.wish;
  return (
    <div className="mt-1 grid gap-4 low:gap-3">
      <p className="text-ink-2">{RESULT.use}</p>
      <AliasWindow size="hero" desk={desk} send={send} />
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
          {active ? TEST_MAIL.open : FORWARDING.blocked}
        </Button>
      </div>
    </div>
  );
}

function copyLook(active: boolean, copying: Desk['copying']): ButtonLook {
  if (!active) return 'off';
  return copying === 'copied' ? 'done' : 'inked';
}

function copyCaption(active: boolean, copying: Desk['copying']): string {
  if (!active) return FORWARDING.blocked;
  return copying === 'copied' ? RESULT.copied : RESULT.copy;
}
