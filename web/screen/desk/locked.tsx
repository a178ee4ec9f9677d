/** The parts of the locked form, which shows the existing alias of the typed address. */

import { ALIAS, TEST_MAIL } from '#languages/en/alias.ts';
import { MESSAGES, TEXTS } from '#languages/en/form.ts';
import { DisabledBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Postmark } from '../../parts/postmark.tsx';
import { FORM } from '../email-field.tsx';
import type { Desk } from '../machine/desk.ts';
import type { DeskProps } from '../machine/events.ts';
import { AliasWindow } from './alias-window.tsx';
import { Slip } from './slip.tsx';

/** The badge of an alias that is off, or the postmark that falls when its address is confirmed. */
export function OnStamp({ desk: { alias, forwarding, posted } }: { desk: Desk }) {
  if (!forwarding.wish) {
    // On the row of the name: this title is longer than that of the result.
    return <DisabledBadge className="stamped top-2.5 desk:top-3" />;
  }
  if (!posted || !alias.created_at) return null;
  return (
    <svg aria-hidden="true" viewBox="64 0 66 90" className="drawing stamp absolute inset-0">
      {/* Clear of this title, which is longer than that of the result. */}
      <g transform="translate(0 -14)">
        <Postmark time={alias.created_at} />
      </g>
    </svg>
  );
}

/** In the envelope. */
export function CurrentAlias({ desk, send }: DeskProps) {
  return (
    <>
      <div>
        <p className="mb-2 text-note font-semibold">{ALIAS.current}</p>
        <AliasWindow size="small" desk={desk} send={send} />
      </div>
      <Button look="outlined" icon="envelope" onPress={() => send({ type: 'testMailOpened' })}>
        {TEST_MAIL.open}
      </Button>
    </>
  );
}

/** Under the envelope: the switch of the existing alias, and the reason for the limit of one. */
export function LockedDesk({ desk, send }: DeskProps) {
  return (
    <>
      <Slip desk={desk} send={send} />
      <div className="grid gap-3 px-5 pt-6 desk:px-9">
        <Button submit form={FORM} look="off">
          {TEXTS.form.limitReached}
        </Button>
        <p className="orange-note">{MESSAGES.planLimit}</p>
      </div>
    </>
  );
}
