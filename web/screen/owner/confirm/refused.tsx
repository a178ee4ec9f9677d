import { useEffect, useState } from 'react';
import { TROUBLE } from '#languages/en/form.ts';
import { REFUSAL } from '#languages/en/owner.ts';
import { AlertLine } from '../../../parts/alert-line.tsx';
import type { Reason, ShownRefusal } from '../state.ts';

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
