import { useEffect, useLayoutEffect, useRef } from 'react';
import { LINK, OWNER } from '#languages/en/owner.ts';
import { isEmail } from '#rules/address.ts';
import { typedAddress } from '#rules/typed-address.ts';
import { Button } from '../../../parts/button.tsx';
import { CodeForm, Refused } from '../confirm/code-form.tsx';
import type { OwnerSend } from '../events.ts';
import type { AskedFor, LinkQuestion } from '../state.ts';
import { WholeAddress } from '../whole-address.tsx';

const TITLE = 'link-title';

type LinkProps = { link: LinkQuestion; send: OwnerSend };

/** Over the form: the question of a letter's link. Nothing happens before one of the buttons is pressed. */
export function LinkDialog({ link, send }: LinkProps) {
  const sheet = useRef<HTMLDialogElement>(null);
  const expired = link.step === 'expired';
  useLayoutEffect(() => {
    const opened = sheet.current;
    opened?.showModal();
    return () => opened?.close();
  }, []);

  return (
    <dialog
      ref={sheet}
      aria-labelledby={TITLE}
      onClose={() => send({ type: 'linkClosed' })}
      className="sheet paper"
    >
      <Title key={String(expired)}>{expired ? LINK.expired : LINK.title}</Title>
      {expired ? (
        <Expired link={link} send={send} onCancel={() => sheet.current?.close()} />
      ) : (
        <Question link={link} send={send} />
      )}
    </dialog>
  );
}

/** Takes the focus, so that a key meant for something else gives neither answer. */
function Title({ children }: { children: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <h2 ref={title} tabIndex={-1} id={TITLE} className="font-serif text-2xl font-bold">
      {children}
    </h2>
  );
}

function Question({ link: { step, about, brief, form }, send }: LinkProps) {
  const answering = step !== 'question' || undefined;
  return (
    <div className="owner-groups mt-4">
      {about !== null && <About {...about} />}
      <p className="text-ink-2">{LINK.text}</p>
      <label className="box">
        <input
          type="checkbox"
          checked={brief}
          aria-disabled={answering}
          onChange={() => send({ type: 'briefFlipped' })}
        />
        {LINK.brief}
      </label>
      <Refused refusal={form.refusal} email="" />
      <div className="answers">
        <Button
          look="outlined"
          running={answering && step === 'denying'}
          onPress={() => send({ type: 'noPressed' })}
        >
          {about?.alias ? LINK.noDelete : LINK.no}
        </Button>
        <Button
          look="inked"
          running={answering && step === 'confirming'}
          onPress={() => send({ type: 'yesPressed' })}
        >
          {LINK.yes}
        </Button>
      </div>
    </div>
  );
}

/** It has its place before it is known. */
function About({ address = '...', alias = '...' }: Partial<AskedFor>) {
  return (
    <dl className="facts">
      {alias !== null && (
        <div>
          <dt>{LINK.alias}</dt>{' '}
          <dd>
            <WholeAddress>{alias}</WholeAddress>
          </dd>
        </div>
      )}
      <div>
        <dt>{alias === null ? LINK.email : LINK.to}</dt>{' '}
        <dd>
          <WholeAddress>{address}</WholeAddress>
        </dd>
      </div>
    </dl>
  );
}

function Expired({ link: { form }, send, onCancel }: LinkProps & { onCancel: () => void }) {
  const { email, asked, busy, refusal } = form;
  const isValid = isEmail(typedAddress(email));
  if (asked) {
    return (
      <div className="owner-groups mt-4">
        <p className="text-ink-2">
          {OWNER.onItsWay[0]}
          <WholeAddress>{email}</WholeAddress>
          {OWNER.onItsWay[1]}
        </p>
        <CodeForm place="link" label={OWNER.code} form={form} send={send} />
      </div>
    );
  }
  return (
    <form
      noValidate
      className="owner-groups mt-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid) send({ type: 'letterPressed', place: 'link' });
      }}
    >
      <label className="grid gap-1.5">
        <span className="text-note font-semibold">{LINK.email}</span>
        <input
          type="text"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          value={email}
          onChange={(event) => send({ type: 'emailTyped', email: event.target.value })}
          className="field h-12 px-4"
        />
      </label>
      <Refused refusal={refusal} email={email} />
      <div className="answers">
        <Button look="outlined" onPress={onCancel}>
          {LINK.cancel}
        </Button>
        <Button submit look={busy ? 'busy' : isValid ? 'inked' : 'off'}>
          {LINK.again}
        </Button>
      </div>
    </form>
  );
}
