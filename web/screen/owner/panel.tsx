import { Button } from '../../parts/button.tsx';
import type { Elements } from '../../parts/elements.ts';
import { Icon } from '../../parts/icon.tsx';
import { CodeForm } from './confirm/code-form.tsx';
import type { OwnerParts } from '../owner-slot.tsx';
import { type OwnerState, panelOf } from './state.ts';
import { mayHavePasskeys } from './passkeys/sign-in.ts';
import { Refused } from './confirm/refused.tsx';
import { UnaskedAliases } from './unasked/aliases.tsx';
import type { OwnerSend } from './send.ts';
import { FAREWELL, OWNER } from '#languages/en/owner.ts';
import { WholeAddress } from './whole-address.tsx';
import { Confirmed, Returned, Yours } from './yours.tsx';

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
        {panel === 'unconfirmed' && <OneStep state={state} send={send} />}
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

type PartProps = { state: OwnerState; send: OwnerSend };

/**
 * The alias is made, its address not confirmed. The heading stays at the foot of the window until its place comes into
 * view, so that no one misses the step.
 */
function OneStep({ state: { panel }, send }: PartProps) {
  return (
    <>
      <div className="dock paper unposted">
        <h2>{OWNER.oneStep}</h2>
        <button type="button" aria-label={OWNER.toCode} className="dock-link" onClick={goToCode}>
          <Icon name="chevron" />
        </button>
      </div>
      <section className="owner-slip docked paper">
        <p className="text-ink-2">
          {OWNER.weSent[0]}
          <WholeAddress>{panel.email}</WholeAddress>
          {OWNER.weSent[1]}
        </p>
        <CodeForm place="panel" label={OWNER.code} form={panel} send={send} />
        <div>
          <LetterLink busy={panel.busy === 'letter'} send={send} />
          {panel.asked && <p className="text-note text-ink-2">{OWNER.sentAgain}</p>}
        </div>
      </section>
    </>
  );
}

function LetterLink({ busy, send }: { busy: boolean; send: OwnerSend }) {
  return (
    <button
      type="button"
      aria-disabled={busy}
      className="link linked"
      onClick={() => send({ type: 'letterPressed', place: 'panel' })}
    >
      {busy ? OWNER.sending : OWNER.again}
    </button>
  );
}

function goToCode(): void {
  const field = document.querySelector<HTMLElement>('#code-panel');
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}

/** The alias has an owner, who may be this visitor. */
function Hidden({ state: { panel, signedOut }, send }: PartProps) {
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
            look={busy === 'letter' ? 'busy' : 'inked'}
            icon="envelope"
            onPress={() => send({ type: 'letterPressed', place: 'panel' })}
          >
            {OWNER.sendLink}
          </Button>
          {mayHavePasskeys() && (
            <Button
              look={busy === 'passkey' ? 'busy' : 'outlined'}
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
