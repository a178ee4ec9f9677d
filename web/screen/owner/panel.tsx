import { FAREWELL, OWNER } from '#languages/en/owner.ts';
import { Button } from '../../parts/button.tsx';
import type { Elements } from '../../parts/elements.ts';
import type { OwnerParts } from '../owner-slot.tsx';
import { CodeForm, Refused } from './confirm/code-form.tsx';
import { Confirmed } from './confirm/done.tsx';
import { OneStep } from './confirm/one-step.tsx';
import type { OwnerSend } from './events.ts';
import { mayHavePasskeys } from './confirm/calls.ts';
import { Yours } from './pause/line.tsx';
import { type OwnerState, panelOf } from './state.ts';
import { UnaskedAliases } from './unasked/aliases.tsx';
import { WholeAddress } from './whole-address.tsx';

type OwnerPanelProps = {
  state: OwnerState;
  send: OwnerSend;
  shortTime: OwnerParts['shortTime'];
  /** The owner's actions. */
  children: Elements;
};

/** Below all else: the remaining step, or the alias's owner. Its sentences take the focus of a control that has gone. */
export function OwnerPanel({ state, send, shortTime, children }: OwnerPanelProps) {
  const panel = panelOf(state);
  return (
    <>
      <div aria-live="polite" className="contents">
        {panel === 'none' &&
          (state.farewell ? (
            <p tabIndex={-1} className="owner-slip paper">
              {FAREWELL[state.farewell]}
            </p>
          ) : (
            state.owner !== undefined && (
              <Returned owner={state.owner} idle={state.seen.stage === 'idle'} send={send} />
            )
          ))}
        {panel === 'unconfirmed' && <OneStep form={state.panel} send={send} />}
        {panel === 'elsewhere' && (
          <section className="owner-slip paper">
            <p>{OWNER.elsewhere}</p>
            <CodeForm place="panel" label={OWNER.elsewhereCode} form={state.panel} send={send} />
          </section>
        )}
        {panel === 'hidden' && <Hidden state={state} send={send} />}
        {panel === 'owner' && (
          <>
            <Confirmed state={state} send={send} />
            <Yours pause={state.pause} send={send} shortTime={shortTime} />
          </>
        )}
        <UnaskedAliases unasked={state.unasked} send={send} />
      </div>
      {panel === 'owner' && children}
    </>
  );
}

/** The alias has an owner, who may be this visitor. */
function Hidden({ state: { panel, signedOut }, send }: { state: OwnerState; send: OwnerSend }) {
  const { email, asked, busy, refusal } = panel;
  // An earlier letter's code can still be typed.
  const mayHaveCode = asked || refusal === 'usedUp' || refusal === 'wrongCode';
  return (
    <section className="slip paper owner-groups">
      {asked ? (
        <p className="text-ink-2">
          {OWNER.linkSent[0]}
          <WholeAddress>{email}</WholeAddress>
          {OWNER.linkSent[1]}
        </p>
      ) : (
        <>
          <p tabIndex={-1}>{signedOut === email ? OWNER.signedOut : OWNER.hidden}</p>
          <Button
            look="inked"
            running={busy && busy === 'letter'}
            icon="envelope"
            onPress={() => send({ type: 'letterPressed', place: 'panel' })}
          >
            {OWNER.sendLink}
          </Button>
          {mayHavePasskeys() && (
            <Button
              look="outlined"
              running={busy && busy === 'passkey'}
              onPress={() => send({ type: 'passkeyPressed' })}
            >
              {OWNER.passkey}
            </Button>
          )}
        </>
      )}
      {mayHaveCode ? (
        <CodeForm place="panel" label={OWNER.code} form={panel} send={send} />
      ) : (
        <Refused refusal={refusal} email={email} />
      )}
    </section>
  );
}

type ReturnedProps = {
  owner: string;
  /** Nothing is typed: it is the one button that can act. */
  idle: boolean;
  send: OwnerSend;
};

/** In the place of the first look: this browser keeps a session. */
function Returned({ owner, idle, send }: ReturnedProps) {
  return (
    <section className="slip paper owner-groups returned">
      <p className="text-ink-2">
        {OWNER.manages[0]}
        <WholeAddress>{owner}</WholeAddress>
        {OWNER.manages[1]}
      </p>
      <Button look={idle ? 'inked' : 'outlined'} onPress={() => send({ type: 'showPressed' })}>
        {OWNER.show}
      </Button>
    </section>
  );
}
