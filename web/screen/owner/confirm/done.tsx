import { OWNER } from '#languages/en/owner.ts';
import { Icon } from '../../../parts/icon.tsx';
import type { OwnerSend } from '../events.ts';
import { mayHavePasskeys } from './calls.ts';
import type { OwnerState } from '../state.ts';

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
        <button
          type="button"
          className="link underline"
          onClick={() => send({ type: 'offerTaken' })}
        >
          {OWNER.offer}
        </button>
      )}
    </div>
  );
}
