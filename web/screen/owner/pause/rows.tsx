import { END, MANAGE } from '#languages/en/manage.ts';
import { Button } from '../../../parts/button.tsx';
import type { PauseChoice } from '../manage/outcome.ts';
import type { ManageProps } from '../manage/machine.ts';
import { Row, Said, valueOf } from '../manage/row.tsx';
import { shortTime } from '../manage/short-time.ts';

const HOUR_MS = 3_600_000;

/** Until this hour of tomorrow, in the visitor's time zone. */
const MORNING = 8;

/** The pauses to choose from; another one replaces the present one, which the line above the fold ends. */
export function Pauses({ state, send }: ManageProps) {
  const pause = (choice: PauseChoice, until: Date) =>
    send({ type: 'pressed', action: { do: 'pause', choice, until: until.toISOString() } });
  const inHours = (hours: 1 | 8) => pause(hours, new Date(Date.now() + hours * HOUR_MS));
  const { busy } = state;
  const running = (choice: PauseChoice) => busy && busy.do === 'pause' && busy.choice === choice;
  return (
    <>
      <div className="pauses">
        <Button look="outlined" running={running(1)} onPress={() => inHours(1)}>
          {MANAGE.pauseHour}
        </Button>
        <Button look="outlined" running={running(8)} onPress={() => inHours(8)}>
          <span className="sr-only">{MANAGE.pauseFor} </span>
          {MANAGE.pauseHours}
        </Button>
        <Button
          look="outlined"
          running={running('tomorrow')}
          onPress={() => pause('tomorrow', tomorrow(new Date()))}
        >
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

/** To choose from, in days; null: never. Another choice replaces the present one. */
const CHOICES = [1, 7, 30, null] as const;

/** The alias that switches off by itself. */
export function EndRow(props: ManageProps) {
  const { state, send } = props;
  const { endsAt } = state.facts;
  const value = endsAt === null ? END.never : endsAt && END.on(shortTime(endsAt));
  return (
    <Row entry="end" value={valueOf(state, value)} {...props}>
      <p className="text-ink-2">{END.why}</p>
      <div className="pauses">
        {CHOICES.map((days) => (
          <Button
            key={days}
            look="outlined"
            running={state.busy && state.busy.do === 'endAfter' && state.busy.days === days}
            onPress={() => send({ type: 'pressed', action: { do: 'endAfter', days } })}
          >
            {days === null ? (
              END.never
            ) : (
              <>
                <span className="sr-only">{END.after} </span>
                <span>{END.days(days)}</span>
              </>
            )}
          </Button>
        ))}
      </div>
    </Row>
  );
}
