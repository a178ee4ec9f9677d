import { type MouseEvent, useEffect, useRef } from 'react';
import { FORWARDING, RESULT, TEST_MAIL } from '#languages/en/alias.ts';
import { DisabledBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Envelope, TITLE } from '../../parts/envelope.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Postmark } from '../../parts/postmark.tsx';
import type { DeskProps, Send } from '../machine/events.ts';
import { AliasWindow } from './alias-window.tsx';
import { Slip } from './slip.tsx';

/** The sealed envelope, the slip below it, and the notes on the desk. */
export function ResultView({ desk, send }: DeskProps) {
  const { alias, forwarding } = desk;
  const active = forwarding.wish;
  return (
    <>
      <Envelope
        sealed
        postmark={active && alias.created_at ? <Postmark time={alias.created_at} /> : undefined}
        title={<ResultTitle key={alias.id} />}
        badge={active || <DisabledBadge className="stamped" />}
      >
        <Result desk={desk} send={send} />
      </Envelope>
      <Slip desk={desk} send={send} />
      <Notes more={desk.more === true} send={send} />
    </>
  );
}

/** Takes the focus when it appears, so that a screen reader begins here. */
function ResultTitle() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1} className={TITLE}>
      {RESULT.heading}
    </h2>
  );
}

/** The front of the sealed envelope: the alias, and the actions on it. */
function Result({ desk, send }: DeskProps) {
  const copied = desk.copying === 'copied';
  const active = desk.forwarding.wish;
  return (
    <div className="mt-1 grid gap-4 low:gap-3">
      <p className="text-ink-2">{RESULT.use}</p>
      <AliasWindow size="hero" desk={desk} send={send} />
      <div className="grid gap-3 pair:grid-cols-2 pair:gap-4">
        <Button
          look={active ? (copied ? 'done' : 'inked') : 'off'}
          icon={active ? (copied ? 'tick' : 'sheets') : undefined}
          onPress={() => send({ type: 'copyPressed' })}
        >
          {active ? (copied ? RESULT.copied : RESULT.copy) : FORWARDING.blocked}
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

/** On the desk, below the slip. @param more whether the announced upgrade is here */
function Notes({ more, send }: { more: boolean; send: Send }) {
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
