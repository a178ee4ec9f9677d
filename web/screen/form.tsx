import { useRef } from 'react';
import { MESSAGES, TEXTS, TROUBLE, TRY_AGAIN } from '#languages/en/form.ts';
import { Button } from '../parts/button.tsx';
import { EmailField, FORM } from './email-field.tsx';
import type { Send } from './machine/events.ts';
import { canSubmit } from './machine/form.ts';
import { type State, troubleOf } from './machine/state.ts';
import type { Views } from './views.ts';

type FormProps = { state: State; send: Send; views: Views | undefined };

/** The open envelope: the form for an address and a new alias. */
export function Form({ state, send, views }: FormProps) {
  const { desk, stage } = state.view;
  const trouble = troubleOf(state);
  const begun = useRef(false);
  const busy = stage === 'checking' || stage === 'creating';
  return (
    <form
      id={FORM}
      noValidate
      // Before this script has run, and without scripts, a submit does nothing and does not put an address into a URL.
      method="dialog"
      className="mt-4 grid gap-4 low:mt-3 low:gap-3"
      onPointerDown={({ target }) => {
        begun.current =
          target instanceof Element && target.closest('button') !== null && canSubmit(state);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        send({ type: 'submitted', begun: begun.current });
        begun.current = false;
      }}
    >
      <EmailField state={state} send={send} />
      <div aria-live="polite" className="contents">
        {desk && views && <views.CurrentAlias desk={desk} send={send} />}
      </div>
      {!desk && (
        <>
          <Button submit look={busy ? 'busy' : canSubmit(state) ? 'inked' : 'off'}>
            {TEXTS.form[busy ? stage : stage === 'locked' ? 'limitReached' : 'submit']}
          </Button>
          {stage === 'locked' ? (
            <p className="orange-note">{MESSAGES.planLimit}</p>
          ) : (
            <p className="text-note text-ink-2" suppressHydrationWarning>
              {TEXTS.form.hint}
            </p>
          )}
        </>
      )}
      <div aria-live="polite" className="contents">
        {trouble && (
          <div className="paper grid justify-items-start gap-3 rounded-sm bg-window p-4 text-note">
            <p>{TROUBLE[trouble]}</p>
            {trouble !== 'unacceptable' && (
              <Button look="outlined" onPress={() => send({ type: 'triedAgain' })}>
                {TRY_AGAIN}
              </Button>
            )}
          </div>
        )}
      </div>
    </form>
  );
}
