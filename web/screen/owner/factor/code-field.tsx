import { useEffect, useRef } from 'react';
import type { Elements } from '../../../parts/elements.ts';
import type { ManageProps } from '../manage/props.ts';

/** Six digits from the authenticator app or an email, which submit themselves. */
export function CodeField({
  label,
  state: { busy, code, said },
  send,
}: ManageProps & { label: Elements }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <label className="labelled">
      {label}
      <input
        ref={field}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
        value={code}
        aria-disabled={busy && true}
        aria-invalid={said?.what === 'wrongCode' || undefined}
        onChange={(event) => send({ type: 'codeTyped', text: event.target.value })}
        className="field digits"
      />
    </label>
  );
}
