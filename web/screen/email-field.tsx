import {
  type ChangeEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { MESSAGES, TEXTS } from '#languages/en/form.ts';
import { AlertLine } from '../parts/alert-line.tsx';
import type { Send } from './machine/events.ts';
import type { State } from './machine/state.ts';

/** The id of the form element: in the locked form the button is outside of it. */
export const FORM = 'alias-form';

export const EMAIL_FIELD = 'real-email';
const ERROR = 'real-email-error';
const LOOK =
  'field [grid-area:1/1] h-[3.75rem] low:h-12 px-5 text-[1.125rem] desk:text-[1.1875rem]';

/**
 * The field for the real address. It is not a field of type `email`: browsers rewrite their text (blanks, letters
 * outside ASCII). Its text belongs to the browser, so that text typed before hydration is kept.
 * During the look-up of an alias the field is disabled, and a disabled element loses the focus, every key and the
 * keyboard of a phone. So for that time another field, beneath, is the labelled one, and the focused field stays in
 * place: the next key goes into it and ends the look-up
 * (docs/decisions/history-and-keys.md).
 */
export function EmailField({ state, send }: { state: State; send: Send }) {
  const field = useRef<HTMLInputElement>(null);
  const { stage } = state.view;
  const checking = stage === 'checking';
  const onAppear = useEffectEvent(() => {
    // Typed before the page was ready, or filled in by the browser.
    const { value: typed = '', dataset } = field.current ?? {};
    if (typed !== '') send({ type: 'typed', email: typed });
    // Enter came before the script too (scripts/build/loader.ts), and nothing was typed after it.
    if (typed === dataset?.entered) send({ type: 'submitted' });
    // Back from the result.
    if (stage === 'idle' && state.turn > 0) field.current?.focus();
  });
  useEffect(() => onAppear(), []);
  const { turn, email } = state;
  useLayoutEffect(() => {
    // The field already holds the visitor's text.
    const { current } = field;
    if (current && turn > 0 && current.value !== email) current.value = email;
  }, [turn, email]);

  function onChange({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const composing = nativeEvent instanceof InputEvent && nativeEvent.isComposing;
    send({ type: 'typed', email: target.value, composing });
  }

  function onKeyDown(event: KeyboardEvent) {
    // A browser submits nothing while the button is disabled; the visitor must learn the reason.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send({ type: 'entered' });
  }

  return (
    <div className="grid gap-2.5">
      <div className="grid">
        {checking && (
          <input
            id={EMAIL_FIELD}
            disabled
            readOnly
            dir="ltr"
            placeholder={TEXTS.form.placeholder}
            value={email}
            className={LOOK}
          />
        )}
        <input
          ref={field}
          id={checking ? undefined : EMAIL_FIELD}
          aria-label={checking ? TEXTS.form.checking : undefined}
          aria-disabled={checking || undefined}
          name="email"
          type="text"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          dir="ltr"
          placeholder={checking ? undefined : TEXTS.form.placeholder}
          aria-invalid={state.flagged || undefined}
          aria-describedby={state.flagged ? ERROR : undefined}
          onChange={onChange}
          onCompositionEnd={() => send({ type: 'composed' })}
          onBlur={() => send({ type: 'leftField' })}
          onKeyDown={onKeyDown}
          className={LOOK}
        />
      </div>
      <div role="alert" className="contents">
        {state.flagged && <AlertLine id={ERROR}>{MESSAGES.invalidEmail}</AlertLine>}
      </div>
    </div>
  );
}
