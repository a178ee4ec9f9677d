import { SENDERS } from '#languages/en/senders.ts';
import { Icon } from '../../../parts/icon.tsx';
import type { ManageProps } from '../manage/props.ts';
import type { OwnersWish } from './state.ts';

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
export function SenderButton({
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
