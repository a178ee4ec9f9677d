import { OWNER } from '#languages/en/owner.ts';
import { AlertLine } from '../../../parts/alert-line.tsx';
import type { OwnerParts } from '../../owner-slot.tsx';
import type { OwnerSend } from '../events.ts';
import type { Pause } from '../state.ts';

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
          className="link underline"
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
