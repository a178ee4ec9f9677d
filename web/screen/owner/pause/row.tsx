import { MANAGE } from '#languages/en/manage.ts';
import { Button } from '../../../parts/button.tsx';
import type { ManageProps } from '../manage/props.ts';
import { Said } from '../manage/row.tsx';

const HOUR_MS = 3_600_000;

/** Until this hour of tomorrow, in the visitor's time zone. */
const MORNING = 8;

/** The pauses to choose from; another one replaces the present one, which the line above the fold ends. */
export function Pauses({ state, send }: ManageProps) {
  const pauseUntil = (until: Date) =>
    send({ type: 'pressed', action: { do: 'pause', until: until.toISOString() } });
  const inHours = (hours: number) => pauseUntil(new Date(Date.now() + hours * HOUR_MS));
  return (
    <>
      <div className="pauses">
        <Button look={state.busy?.do === 'pause' ? 'busy' : 'outlined'} onPress={() => inHours(1)}>
          {MANAGE.pauseHour}
        </Button>
        <Button look="outlined" onPress={() => inHours(8)}>
          <span className="sr-only">{MANAGE.pauseFor} </span>
          {MANAGE.pauseHours}
        </Button>
        <Button look="outlined" onPress={() => pauseUntil(tomorrow(new Date()))}>
          <span className="sr-only">{MANAGE.pauseUntil} </span>
          {MANAGE.pauseTomorrow}
        </Button>
      </div>
      <Said entry="pause" state={state} />
    </>
  );
}

const tomorrow = (now: Date) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, MORNING);
