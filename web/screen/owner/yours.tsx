/** The visitor's own alias, or a session that is kept for one. */

import { AlertLine } from '../../parts/alert-line.tsx';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import type { OwnerParts } from '../owner-slot.tsx';
import type { OwnerState } from './state.ts';
import type { Pause } from './pause/state.ts';
import { mayHavePasskeys } from './passkeys/sign-in.ts';
import type { OwnerSend } from './send.ts';
import { OWNER } from '#languages/en/owner.ts';
import { WholeAddress } from './whole-address.tsx';

type ReturnedProps = {
  owner: string;
  /** Nothing is typed: it is the one button that can act. */
  idle: boolean;
  send: OwnerSend;
};

/** In the place of the first look: this browser keeps a session. */
export function Returned({ owner, idle, send }: ReturnedProps) {
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

type ConfirmedProps = { state: OwnerState; send: OwnerSend };

/** The address was confirmed here a moment ago. */
export function Confirmed({ state: { done, addingPasskey }, send }: ConfirmedProps) {
  if (!done) return null;
  return (
    <div tabIndex={-1} data-told className="owner-slip paper">
      {/* It was read out already, at the top of the page. */}
      <p aria-live="off" className="flex items-start gap-2.5 font-medium">
        <Icon name="tick" className="mt-[0.2em] text-good" />
        {OWNER.done}
      </p>
      {done.code !== undefined && (
        <p className="text-ink-2">
          {OWNER.otherBrowser}{' '}
          <span translate="no" className="device-code">
            {done.code}
          </span>
        </p>
      )}
      {mayHavePasskeys() && !addingPasskey && (
        <button type="button" className="link linked" onClick={() => send({ type: 'offerTaken' })}>
          {OWNER.offer}
        </button>
      )}
    </div>
  );
}

type YoursProps = {
  pause: Pause | undefined;
  send: OwnerSend;
  shortTime: OwnerParts['shortTime'];
};

/** One line, of the same height while the alias is paused: nothing below it moves. */
export function Yours({ pause, send, shortTime }: YoursProps) {
  if (!pause?.until) {
    return (
      <p tabIndex={-1} className="yours">
        {OWNER.yours}
      </p>
    );
  }
  const { until, ending } = pause;
  return (
    <>
      <p tabIndex={-1} className="yours unposted">
        <strong>
          {OWNER.paused} <time dateTime={until}>{shortTime(until)}</time>
        </strong>
        <button
          type="button"
          aria-disabled={ending === 'busy'}
          className="link linked"
          onClick={() => send({ type: 'endPausePressed' })}
        >
          {OWNER.endPause}
        </button>
      </p>
      {ending === 'failed' && (
        <div role="alert" className="yours">
          <AlertLine>{OWNER.notEnded}</AlertLine>
        </div>
      )}
    </>
  );
}
