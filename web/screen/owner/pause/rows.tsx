import { END, MANAGE } from '#languages/en/manage.ts';
import type { ManageProps } from '../manage/machine.ts';
import { Act, Row, Said, valueOf } from '../manage/row.tsx';
import { shortTime } from '../manage/short-time.ts';

/** The pauses to choose from. */
export function Pauses(props: ManageProps) {
  return (
    <>
      <div className="pauses">
        <Act action={{ do: 'pause', choice: 1 }} {...props}>
          {MANAGE.pauseHour}
        </Act>
        <Act action={{ do: 'pause', choice: 8 }} {...props}>
          <span className="sr-only">{MANAGE.pauseFor} </span>
          {MANAGE.pauseHours}
        </Act>
        <Act action={{ do: 'pause', choice: 'tomorrow' }} {...props}>
          <span className="sr-only">{MANAGE.pauseUntil} </span>
          {MANAGE.pauseTomorrow}
        </Act>
      </div>
      <Said entry="pause" state={props.state} />
    </>
  );
}

/** To choose from, in days; null: never. */
const CHOICES = [1, 7, 30, null] as const;

/** The alias that switches off by itself. */
export function EndRow(props: ManageProps) {
  const { endsAt } = props.state.facts;
  const value = endsAt === null ? END.never : endsAt && END.on(shortTime(endsAt));
  return (
    <Row entry="end" value={valueOf(props.state, value)} {...props}>
      <p className="text-ink-2">{END.why}</p>
      <div className="pauses">
        {CHOICES.map((choice) => (
          <Act key={choice} action={{ do: 'endAfter', choice }} {...props}>
            {choice === null ? (
              END.never
            ) : (
              <>
                <span className="sr-only">{END.after} </span>
                <span>{END.days(choice)}</span>
              </>
            )}
          </Act>
        ))}
      </div>
    </Row>
  );
}
