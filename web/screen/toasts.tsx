import { useEffect, useState } from 'react';
import { TOAST_MS } from '#rules/plan.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { usePausableTimeout } from '../parts/use-pausable-timeout.ts';
import { SPOKEN } from '../texts.ts';
import type { Send } from './send.ts';
import { type Toast, type ToastKind, toastMessage } from './machine/toasts.ts';

const ICONS: Record<ToastKind, IconName> = {
  success: 'tick',
  error: 'circle',
  warning: 'triangle',
};

/** The stack at the top of the page. It lies over the page and moves nothing. */
export function Toasts({ toasts, send }: { toasts: readonly Toast[]; send: Send }) {
  return (
    <section
      aria-label={SPOKEN.notifications}
      aria-live="polite"
      className="pointer-events-none fixed inset-x-3 top-4 z-50 mx-auto grid max-w-[30rem] gap-2"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} send={send} />
      ))}
    </section>
  );
}

function ToastCard({ toast, send }: { toast: Toast; send: Send }) {
  const fade = () => send({ type: 'toastFaded', id: toast.id });
  const { hold, release } = usePausableTimeout(TOAST_MS, fade);
  const { now, ticks } = useSeconds(typeof toast.text === 'object');
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/no-noninteractive-tabindex
    <div
      role={toast.kind === 'error' ? 'alert' : 'status'}
      // Said once: a number that counts down is not read out again every second.
      aria-live={ticks > 0 ? 'off' : undefined}
      // Reading takes as long as it takes: the time stands still under pointer and focus.
      tabIndex={0}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
      onKeyDown={(event) => event.key === 'Escape' && fade()}
      data-kind={toast.kind}
      className="toast paper"
    >
      <span className="toast-cell">
        <Icon name={ICONS[toast.kind]} />
      </span>
      <span className="px-4 py-3 wrap-anywhere">{toastMessage(toast, now)}</span>
    </div>
  );
}

/** The time, anew each second where it is counted. */
function useSeconds(counted: boolean) {
  const [time, setTime] = useState(() => ({ now: Date.now(), ticks: 0 }));
  useEffect(() => {
    if (!counted) return;
    const timer = setInterval(
      () => setTime(({ ticks }) => ({ now: Date.now(), ticks: ticks + 1 })),
      1000,
    );
    return () => clearInterval(timer);
  }, [counted]);
  return time;
}
