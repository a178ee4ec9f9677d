import { useEffect, useRef } from 'react';
import { OWNER } from '#languages/en/owner.ts';
import { Button } from '../../../parts/button.tsx';
import type { OwnerSend, Place } from '../events.ts';
import type { CodeForm as Form } from '../state.ts';
import { Refused } from './refused.tsx';
import { isComplete } from './step.ts';

type CodeFormProps = { place: Place; label: string; form: Form; send: OwnerSend };

/** Six digits, which submit themselves; a phone offers them from the email. */
export function CodeForm({ place, label, form, send }: CodeFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const { code, busy, refusal, email } = form;
  useEffect(() => {
    // The next key begins a new code.
    if (refusal === 'wrongCode') field.current?.select();
  }, [refusal]);
  const id = `code-${place}`;
  return (
    <form
      noValidate
      className="code-form"
      onSubmit={(event) => {
        event.preventDefault();
        send({ type: 'codePressed', place });
      }}
    >
      <label htmlFor={id}>{label}</label>
      <input
        ref={field}
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        dir="ltr"
        value={code}
        aria-disabled={busy === 'code' || undefined}
        aria-invalid={refusal === 'wrongCode' || undefined}
        aria-describedby={refusal === 'wrongCode' ? `${id}-refused` : undefined}
        onChange={(event) => send({ type: 'codeTyped', place, text: event.target.value })}
        className="field"
      />
      <Button submit look={busy === 'code' ? 'busy' : isComplete(form) ? 'inked' : 'off'}>
        {OWNER.confirm}
      </Button>
      <Refused id={`${id}-refused`} refusal={refusal} email={email} />
    </form>
  );
}
