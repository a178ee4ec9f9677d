import { useEffect, useEffectEvent, useState } from 'react';
import { TOAST_MS } from '#rules/plan.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { SPOKEN } from '#languages/en/form.ts';
import type { Send } from './machine/events.ts';
import type { Toast, ToastKind } from './machine/state.ts';
import { FOLDING_MS } from './machine/toasts.ts';
import type { Views } from './views.ts';

const ICONS: Record<ToastKind, IconName> = {
  success: 'tick',
  error: 'circle',
  warning: 'triangle',
};

type ToastsProps = {
  toasts: readonly Toast[];
  send: Send;
  views: Views | undefined;
  className?: string;
};

/** The stack at the top of the page, or of the dialog. It overlays the content and moves nothing. */
export function Toasts({ toasts, send, views, className = ON_PAGE }: ToastsProps) {
  return (
    <section aria-label={SPOKEN.notifications} aria-live="polite" className={className}>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} send={send} views={views} />
      ))}
    </section>
  );
}

const ON_PAGE = 'pointer-events-none fixed inset-x-3 top-4 z-50 mx-auto grid max-w-[30rem] gap-2';

type ToastCardProps = { toast: Toast; send: Send; views: Views | undefined };

function ToastCard({ toast, send, views }: ToastCardProps) {
  const { text } = toast;
  const [leaving, setLeaving] = useState(false);
  const end = () => send({ type: 'toastFaded', id: toast.id });
  const fade = () => (still() ? end() : setLeaving(true));
  // The time of a toast runs from its appearance.
  const { hold, release } = usePausableTimeout(
    toast,
    toast.late && !still() ? TOAST_MS + FOLDING_MS : TOAST_MS,
    fade,
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/no-noninteractive-tabindex
    <div
      role={toast.kind === 'error' ? 'alert' : 'status'}
      // Slow readers need more time: under pointer and focus the time is paused.
      tabIndex={0}
      onFocus={hold}
      onBlur={release}
      onKeyDown={(event) => event.key === 'Escape' && fade()}
      onAnimationEnd={() => leaving && end()}
      data-kind={toast.kind}
      data-late={toast.late || undefined}
      data-leaving={leaving || undefined}
      className="toast paper"
    >
      {views && <views.PointerOver onEnter={hold} onLeave={release} />}
      <span className="toast-cell">
        <Icon name={ICONS[toast.kind]} />
      </span>
      <span className="px-4 py-3 wrap-anywhere">
        {typeof text === 'string' ? text : views && <views.Countdown until={text.waitUntil} />}
      </span>
    </div>
  );
}

/** Whether the visitor prefers less motion. */
const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Milliseconds left, by thing. */
const LEFT = new WeakMap<object, number>();

/**
 * Calls `then` once after `ms` milliseconds; the time is paused while `hold` is in force. It continues if `thing`
 * moves to another place of the page.
 * @returns the two handlers
 */
function usePausableTimeout(thing: object, ms: number, then: () => void) {
  const [held, setHeld] = useState(false);
  const onEnd = useEffectEvent(then);

  useEffect(() => {
    if (held) return;
    const start = Date.now();
    const left = LEFT.get(thing) ?? ms;
    const timer = setTimeout(onEnd, left);
    return () => {
      clearTimeout(timer);
      LEFT.set(thing, left - (Date.now() - start));
    };
  }, [held, thing, ms]);

  return { hold: () => setHeld(true), release: () => setHeld(false) };
}
