import { HAPPENED, MANAGE, REASONS, TALLY } from '#languages/en/manage.ts';
import { Icon } from '../../../parts/icon.tsx';
import type { ManageProps } from '../manage/machine.ts';
import type { HistoryLine, ShownHistory } from '../manage/outcome.ts';
import { Row, valueOf } from '../manage/row.tsx';
import { shortDay, shortTime } from '../manage/short-time.ts';
import { SenderButtons } from './rows.tsx';

/** In one line; unfolded, the failed messages one by one, and the delivered ones as a count for each day. */
export function HistoryRow(props: ManageProps) {
  const { history } = props.state.facts;
  return (
    <Row entry="history" value={valueOf(props.state, history && inShort(history))} {...props}>
      {history && <Lines history={history} {...props} />}
    </Row>
  );
}

function inShort({ events, days }: ShownHistory): string {
  const arrived = days.reduce((sum, { delivered }) => sum + delivered, 0);
  if (events.length > 0) return TALLY.failed(arrived, events.length);
  return arrived > 0 ? TALLY.arrived(arrived) : TALLY.none;
}

/** A reason without a name here is described by its kind alone. */
function happened(kind: string, reason: string): string {
  const reasons: Record<string, string> = REASONS;
  const why = reasons[reason];
  return kind === 'refused'
    ? HAPPENED.refused(why ?? HAPPENED.byServer)
    : HAPPENED.waiting(why ?? HAPPENED.putOff);
}

function Lines({
  history: { events, days, last },
  ...props
}: ManageProps & { history: ShownHistory }) {
  if (events.length + days.length + last.length === 0) {
    return <p className="text-ink-2">{MANAGE.nothing}</p>;
  }
  return (
    <ul className="lines">
      {events.map((line, index) => (
        <Line key={index} line={line} {...props} />
      ))}
      {days.length > 0 && (
        <li>
          <Icon name="tick" className="text-good" />
          <span>
            <b>{MANAGE.delivered}</b>{' '}
            {days.map(({ day, delivered }, index) => (
              <span key={day}>
                <span>{index > 0 && ', '}</span>
                <strong>{delivered}</strong>
                <span>{MANAGE.onDay(shortDay(day))}</span>
              </span>
            ))}
          </span>
        </li>
      )}
      {last.map(({ at, domain, author = null, sender }) => (
        <li key={`${at} ${domain}`}>
          <Icon name="tick" className="text-good" />
          <span>
            <b>{MANAGE.delivered}</b> <From name={author ?? domain} at={at} />
          </span>
          {sender && <SenderButtons sender={sender} name={author} letsIn={false} {...props} />}
        </li>
      ))}
    </ul>
  );
}

function Line({ line, ...props }: ManageProps & { line: HistoryLine }) {
  const { at, kind, domain, reason, code, author = null, sender } = line;
  const refused = kind === 'refused';
  return (
    <li>
      <Icon name={refused ? 'circle' : 'triangle'} className={refused ? 'text-bad' : 'text-warn'} />
      <span>
        <b>{`${happened(kind, reason)}${code === null ? '' : ` (${code})`}`}</b>{' '}
        <From name={author ?? domain} at={at} />
      </span>
      {sender && (
        <SenderButtons sender={sender} name={author} letsIn={reason === 'new_sender'} {...props} />
      )}
    </li>
  );
}

/** Below what happened. */
function From({ name, at }: { name: string; at: string | number }) {
  return (
    <span className="text-ink-2">
      <bdi translate="no" className="font-mono wrap-anywhere">
        {name}
      </bdi>{' '}
      <time>{shortTime(at)}</time>
    </span>
  );
}
