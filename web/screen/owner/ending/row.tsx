import { END } from '#languages/en/manage.ts';
import { Button } from '../../../parts/button.tsx';
import type { ManageProps } from '../manage/props.ts';
import { Row, valueOf } from '../manage/row.tsx';
import { shortTime } from '../manage/short-time.ts';

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
