import type { PageConfig } from '#rules/page.ts';
import { Envelope, TITLE } from '../parts/envelope.tsx';
import { SPOKEN, TEXTS } from '#languages/en/form.ts';
import { EMAIL_FIELD } from './email-field.tsx';
import { Form } from './form.tsx';
import type { Send } from './machine/events.ts';
import type { State } from './machine/state.ts';
import { Toasts } from './toasts.tsx';
import type { Views } from './views.ts';

type ScreenProps = {
  state: State;
  send: Send;
  madeIn: PageConfig['madeIn'];
  /** Undefined until they are loaded: before the first answer of a call, which alone leads away from the form. */
  views: Views | undefined;
  /** Markup of the slip under the empty form. A browser has it in its page, and leaves it unchanged. */
  firstLook?: string;
};

/** The whole screen for a state. */
export function Screen({ state, send, madeIn, views, firstLook = '' }: ScreenProps) {
  const { view, freeAt, toasts } = state;
  const { desk } = view;
  const withDialog = desk?.testMail.open ? desk : undefined;
  return (
    <>
      <Toasts
        toasts={toasts.filter(({ inDialog }) => !(withDialog && inDialog))}
        send={send}
        views={views}
      />
      <main className="mx-auto w-full max-w-[35rem]">
        {view.stage === 'result' && views ? (
          <views.ResultView desk={view.desk} send={send} />
        ) : (
          <>
            <Envelope
              sealed={false}
              title={
                <label htmlFor={EMAIL_FIELD} className={TITLE} suppressHydrationWarning>
                  {TEXTS.form.label}
                </label>
              }
              badge={desk && views && <views.OnStamp desk={desk} />}
            >
              <Form state={state} send={send} views={views} />
            </Envelope>
            {desk && views && <views.LockedDesk desk={desk} send={send} />}
          </>
        )}
        {/* Text that never changes is rendered by the build alone: as a component it would be sent again as code. */}
        <section
          className="slip paper"
          hidden={view.stage === 'locked' || view.stage === 'result'}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: firstLook }}
        />
        {views?.Owner && <views.Owner state={state} send={send} />}
      </main>
      <Footer madeIn={madeIn} />
      {withDialog && views && (
        <views.TestMailDialog desk={withDialog} limited={freeAt > 0} send={send}>
          <Toasts
            toasts={toasts.filter(({ inDialog }) => inDialog)}
            send={send}
            views={views}
            className="contents"
          />
        </views.TestMailDialog>
      )}
    </>
  );
}

function Footer({ madeIn }: { madeIn: PageConfig['madeIn'] }) {
  return (
    <footer className="mx-auto w-full max-w-[35rem] px-5 pt-6 text-fine text-ink-2 desk:px-9">
      <a
        href={madeIn.href}
        target="_blank"
        rel="noopener noreferrer"
        title={SPOKEN.newTab}
        className="inline-block py-3 no-underline hover:text-ink"
      >
        <span suppressHydrationWarning>{TEXTS.madeIn}</span>{' '}
        <span translate="no" className="underline">
          {madeIn.name}
        </span>
      </a>
    </footer>
  );
}
