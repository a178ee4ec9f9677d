import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { MESSAGES } from '#rules/messages.ts';
import { AlertLine } from '../parts/alert-line.tsx';
import { TEXTS } from '../texts.ts';
import type { State } from './machine/state.ts';
import type { Send } from './send.ts';

export const EMAIL_FIELD = 'real-email';
const ERROR = 'real-email-error';

/**
 * The field for the real address. It is not a field of type `email`: browsers rewrite what is typed there (blanks,
 * letters outside ASCII). Its text belongs to the browser, so that what was typed before hydration is kept.
 */
export function EmailField({ state, send }: { state: State; send: Send }) {
  const field = useRef<HTMLInputElement>(null);
  const checking = state.stage === 'checking';
  useFocusAfterChecking(field, checking);
  const onAppear = useEffectEvent(() => {
    // Typed before the page was ready, or filled in by the browser.
    const typed = field.current?.value ?? '';
    if (typed !== '') send({ type: 'typed', email: typed });
    // Back from the result.
    if (state.turn > 0) field.current?.focus();
  });
  useEffect(() => onAppear(), []);

  function onKeyDown(event: KeyboardEvent) {
    // A browser submits nothing while the button is disabled; the visitor is to hear why.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send({ type: 'submitted' });
  }

  return (
    <div className="grid gap-2.5">
      <input
        ref={field}
        id={EMAIL_FIELD}
        name="email"
        type="text"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        dir="auto"
        placeholder={TEXTS.form.placeholder}
        disabled={checking}
        aria-invalid={state.flagged || undefined}
        aria-describedby={state.flagged ? ERROR : undefined}
        onChange={(event) => send({ type: 'typed', email: event.target.value })}
        onBlur={() => send({ type: 'leftField' })}
        onKeyDown={onKeyDown}
        className="field h-[3.75rem] px-5 text-[1.125rem] desk:text-[1.1875rem]"
      />
      <div role="alert" className="contents">
        {state.flagged && <AlertLine id={ERROR}>{MESSAGES.invalidEmail}</AlertLine>}
      </div>
    </div>
  );
}

/** A field that is disabled loses the focus: it comes back when the look-up has ended, unless it has gone elsewhere. */
function useFocusAfterChecking(
  field: React.RefObject<HTMLInputElement | null>,
  checking: boolean,
): void {
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (checking) {
      hadFocus.current = document.activeElement === field.current;
      return;
    }
    const elsewhere = document.activeElement !== null && document.activeElement !== document.body;
    if (hadFocus.current && !elsewhere) field.current?.focus();
    hadFocus.current = false;
  }, [checking, field]);
}
