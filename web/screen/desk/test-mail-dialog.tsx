import { useLayoutEffect, useRef } from 'react';
import { FULL, TEST_MAIL } from '#languages/en/alias.ts';
import { Address } from '../../parts/address.tsx';
import { AlertLine } from '../../parts/alert-line.tsx';
import { Button } from '../../parts/button.tsx';
import type { Elements } from '../../parts/elements.ts';
import type { DeskProps } from '../machine/events.ts';
import { isComplete } from '../machine/sending.ts';

/** Limits in characters. */
const SUBJECT = 200;
const MESSAGE = 10_000;

type TestMailDialogProps = DeskProps & {
  /** A test mail was sent before. */
  limited: boolean;
  /** The toasts of the dialog: outside a modal dialog they would be inert. */
  children: Elements;
};

export function TestMailDialog({ desk, limited, send, children }: TestMailDialogProps) {
  const dialog = desk.testMail;
  const sheet = useRef<HTMLDialogElement>(null);
  const subject = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const opened = sheet.current;
    opened?.showModal();
    subject.current?.focus();
    // Closed before it is removed, so that the focus returns to its earlier place.
    return () => opened?.close();
  }, []);

  return (
    <dialog
      ref={sheet}
      aria-labelledby="test-mail-title"
      onClose={() => send({ type: 'testMailClosed' })}
      className="sheet paper"
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          send({ type: 'sendPressed' });
        }}
      >
        <h2 id="test-mail-title" className="font-serif text-2xl font-bold">
          {TEST_MAIL.title}
        </h2>
        <Labelled label={TEST_MAIL.to}>
          {/* A field breaks an address anywhere, so the address is drawn over it. Only its look differs. */}
          <span className="grid">
            <textarea
              readOnly
              rows={1}
              dir="ltr"
              value={desk.alias.alias_email}
              className="field address-field"
            />
            <span aria-hidden="true" dir="ltr" className="drawing address-field">
              <Address>{desk.alias.alias_email}</Address>
            </span>
          </span>
        </Labelled>
        <Labelled label={TEST_MAIL.subject} full={dialog.subject.length >= SUBJECT && SUBJECT}>
          <input
            ref={subject}
            dir="auto"
            maxLength={SUBJECT}
            value={dialog.subject}
            onChange={(event) => send({ type: 'subjectTyped', subject: event.target.value })}
            className="field h-12 px-4"
          />
        </Labelled>
        <Labelled label={TEST_MAIL.message} full={dialog.message.length >= MESSAGE && MESSAGE}>
          <textarea
            rows={4}
            dir="auto"
            maxLength={MESSAGE}
            value={dialog.message}
            onChange={(event) => send({ type: 'messageTyped', message: event.target.value })}
            className="field min-h-28 resize-y px-4 py-3"
          />
        </Labelled>
        <div role="alert" className="contents">
          {dialog.failure && <AlertLine>{dialog.failure}</AlertLine>}
        </div>
        {children}
        {limited && <p className="text-note text-ink-2">{TEST_MAIL.rateLimit}</p>}
        <div className="flex flex-wrap justify-end gap-3 pt-1">
          <Button look="outlined" onPress={() => sheet.current?.close()}>
            {TEST_MAIL.cancel}
          </Button>
          <Button
            submit
            look={dialog.sending ? 'busy' : isComplete(dialog) ? 'inked' : 'off'}
            className="min-w-44"
          >
            {dialog.sending ? TEST_MAIL.sending : TEST_MAIL.send}
          </Button>
        </div>
      </form>
    </dialog>
  );
}

type LabelledProps = {
  label: string;
  /** The limit in characters, once the text has reached it: the field accepts no more. */
  full?: number | false;
  children: Elements;
};

function Labelled({ label, full = false, children }: LabelledProps) {
  return (
    <div className="grid gap-1.5">
      <label className="grid gap-1.5">
        <span className="text-note font-semibold">{label}</span>
        {children}
      </label>
      <div aria-live="polite" className="contents">
        {full !== false && <p className="text-note text-ink-2">{FULL(label, full)}</p>}
      </div>
    </div>
  );
}
