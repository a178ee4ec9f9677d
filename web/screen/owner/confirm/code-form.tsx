import { useEffect, useRef, useState } from 'react';
import { TROUBLE } from '#languages/en/form.ts';
import { OWNER, REFUSAL } from '#languages/en/owner.ts';
import { AlertLine } from '../../../parts/alert-line.tsx';
import { Button } from '../../../parts/button.tsx';
import type { OwnerSend, Place } from '../events.ts';
import type { CodeForm as Form, Reason, ShownRefusal } from '../state.ts';
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

type RefusedProps = { id?: string; refusal: ShownRefusal | undefined; email: string };

/** The reason why a letter was not sent, or a code not accepted. */
export function Refused({ id, refusal, email }: RefusedProps) {
  return (
    <div role="alert" className="refused">
      {typeof refusal === 'object' && <Wait key={refusal.until} until={refusal.until} />}
      {typeof refusal === 'string' && (
        <AlertLine {...(id && { id })}>{sentence(refusal, email)}</AlertLine>
      )}
    </div>
  );
}

function sentence(reason: Reason, email: string): string {
  if (reason === 'unreachable') return TROUBLE.unreachable;
  const text = REFUSAL[reason];
  return typeof text === 'string' ? text : text(email.slice(email.lastIndexOf('@') + 1));
}

/** Counts down, and disappears at the end. It is announced once. */
function Wait({ until }: { until: number }) {
  const [{ now, ticks }, setTime] = useState(() => ({ now: Date.now(), ticks: 0 }));
  useEffect(() => {
    const timer = setInterval(
      () => setTime((time) => ({ now: Date.now(), ticks: time.ticks + 1 })),
      1000,
    );
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil((until - now) / 1000);
  if (seconds <= 0) return null;
  return (
    <div aria-live={ticks > 0 ? 'off' : undefined}>
      <AlertLine>{REFUSAL.wait(seconds)}</AlertLine>
    </div>
  );
}
