import { MANAGE } from '#languages/en/manage.ts';
import { LOCK, SENDERS } from '#languages/en/senders.ts';
import type { ManageProps } from '../manage/props.ts';
import { Act, Row, valueOf } from '../manage/row.tsx';
import { SenderButton } from './buttons.tsx';

/** Mail from everyone, or from known senders only. */
export function LockRow(props: ManageProps) {
  const { state } = props;
  const { knownOnly } = state.facts;
  const value = knownOnly === undefined ? undefined : knownOnly ? LOCK.on : LOCK.off;
  return (
    <Row entry="lock" value={valueOf(state, value)} {...props}>
      <p className="text-ink-2">{LOCK.why}</p>
      <Act action={{ do: 'lock', knownOnly: !knownOnly }} {...props}>
        {knownOnly ? LOCK.toOff : LOCK.toOn}
      </Act>
    </Row>
  );
}

/** The senders whom the owner has let in or blocked. */
export function SendersRow(props: ManageProps) {
  const { state } = props;
  const { senders } = state.facts;
  return (
    <Row entry="senders" value={valueOf(state, senders && String(senders.length))} {...props}>
      {senders?.length === 0 && <p className="text-ink-2">{SENDERS.none}</p>}
      <ul className="lines">
        {senders?.map(({ sender, rule, name }) => (
          <li key={sender}>
            <span>
              <b>{SENDERS[rule]}</b>{' '}
              <bdi translate="no" className="from font-mono wrap-anywhere">
                {name ?? MANAGE.unknown}
              </bdi>
            </span>
            <SenderButton sender={sender} name={name} rule="forget" entry="senders" {...props} />
          </li>
        ))}
      </ul>
    </Row>
  );
}
