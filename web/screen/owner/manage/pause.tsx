import { Button } from '../../../parts/button.tsx';
import { shortTime } from './short-time.ts';
import { Act, type ManageProps, Said } from './row.tsx';
import { MANAGE } from './texts.ts';

const HOUR_MS = 3_600_000;

/** Until this hour of tomorrow, in the visitor's time zone. */
const MORNING = 8;

/** A pause ends by itself. Senders retry for days, so that nothing is lost. */
export function Pause({ state, send }: ManageProps) {
  const { pausedUntil } = state.facts;
  const busy = state.busy?.do === 'pause';
  // Some servers have no pauses.
  if (pausedUntil === undefined && !state.loading && !busy) return null;
  const pauseUntil = (until: Date) =>
    send({ type: 'pressed', action: { do: 'pause', until: until.toISOString() } });
  const inHours = (hours: number) => pauseUntil(new Date(Date.now() + hours * HOUR_MS));
  return (
    <>
      <div aria-live="polite">
        {pausedUntil && (
          <p className="mb-3">
            <strong className="font-semibold">{MANAGE.paused(shortTime(pausedUntil))}</strong>{' '}
            <span className="text-ink-2">{MANAGE.pausedDetail}</span>
          </p>
        )}
      </div>
      {pausedUntil ? (
        <Act action={{ do: 'pause', until: null }} state={state} send={send}>
          {MANAGE.endPause}
        </Act>
      ) : (
        <div className="pauses">
          <Button look={busy ? 'busy' : 'outlined'} onPress={() => inHours(1)}>
            {MANAGE.pauseHour}
          </Button>
          <Button look="outlined" onPress={() => inHours(8)}>
            <span className="sr-only">{MANAGE.pauseFor} </span>
            {MANAGE.pauseHours}
          </Button>
          <Button look="outlined" onPress={() => pauseUntil(tomorrow(new Date()))}>
            <span className="sr-only">{MANAGE.pause} </span>
            {MANAGE.pauseTomorrow}
          </Button>
        </div>
      )}
      <Said entry="pause" state={state} />
    </>
  );
}

const tomorrow = (now: Date) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, MORNING);
