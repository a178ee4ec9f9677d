import { LOCK, MANAGE, SENDERS } from '#languages/en/manage.ts';
import { Icon } from '../../../parts/icon.tsx';
import type { ManageProps } from '../manage/machine.ts';
import type { OwnersWish } from '../manage/outcome.ts';
import { Act, Row, valueOf } from '../manage/row.tsx';

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
              <bdi translate="no" className="font-mono text-ink-2 wrap-anywhere">
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

type SenderProps = ManageProps & { sender: string; name: string | null };

/** Beside a message of the history: the owner's decision about its sender, to change or undo. */
export function SenderButtons(props: SenderProps & { letsIn: boolean }) {
  const { state, sender, letsIn } = props;
  const rule = state.facts.senders?.find((one) => one.sender === sender)?.rule;
  return (
    <span className="says">
      {(letsIn || rule !== undefined) && (
        <SenderButton {...props} entry="history" rule="let" pressed={rule === 'let'} />
      )}
      <SenderButton {...props} entry="history" rule="block" pressed={rule === 'blocked'} />
    </span>
  );
}

/** Pressed, it shows the current rule; pressed again, it removes the rule. It keeps its place and the focus. */
function SenderButton({
  sender,
  name,
  rule,
  entry,
  pressed,
  state: { busy },
  send,
}: SenderProps & { rule: OwnersWish; entry: 'history' | 'senders'; pressed?: boolean }) {
  return (
    <button
      type="button"
      className="say"
      aria-pressed={pressed}
      aria-disabled={busy && true}
      aria-busy={(busy?.do === 'rule' && busy.sender === sender) || undefined}
      onClick={() =>
        send({
          type: 'pressed',
          action: { do: 'rule', entry, sender, rule: pressed ? 'forget' : rule },
        })
      }
    >
      {pressed && <Icon name="tick" />}
      <span>{SENDERS[rule]}</span>
      <span translate="no" className="sr-only">
        {' '}
        {name}
      </span>
    </button>
  );
}
