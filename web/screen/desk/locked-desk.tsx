import { MESSAGES } from '#languages/en/form.ts';
import { Button } from '../../parts/button.tsx';
import { TEXTS } from '#languages/en/form.ts';
import { FORM } from '../form-id.ts';
import { Slip } from './slip.tsx';
import type { DeskProps } from './desk-props.ts';

/** Under the envelope of the locked form: the switch of the existing alias, and the reason for the limit of one. */
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
