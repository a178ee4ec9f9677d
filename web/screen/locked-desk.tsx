import { MESSAGES } from '#rules/messages.ts';
import type { AliasRow } from '../client/alias-row.ts';
import { Button } from '../parts/button.tsx';
import { TEXTS } from '../texts.ts';
import { FORM } from './form-id.ts';
import type { State } from './machine/state.ts';
import type { Send } from './send.ts';
import { Slip } from './slip.tsx';

type LockedDeskProps = { alias: AliasRow; state: State; send: Send };

/** Under the envelope of the locked form: the switch of the existing alias, and the reason for the limit of one. */
export function LockedDesk({ alias, state, send }: LockedDeskProps) {
  return (
    <>
      <Slip
        owner={alias.real_email}
        active={state.forwarding.wish}
        receipt={state.testMail.receipt}
        send={send}
      />
      <div className="grid gap-3 px-5 pt-6 desk:px-9">
        <Button submit form={FORM} look="off">
          {TEXTS.form.limitReached}
        </Button>
        <p className="orange-note">{MESSAGES.planLimit}</p>
      </div>
    </>
  );
}
