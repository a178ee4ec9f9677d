import { WRITE } from '#languages/en/manage.ts';
import { EmailField } from '../address/email-field.tsx';
import type { ManageProps } from '../manage/props.ts';
import { Row, valueOf } from '../manage/row.tsx';
import { Given } from './given.tsx';

/** The owner writes to someone who has not written yet. */
export function WriteRow(props: ManageProps) {
  const { state, send } = props;
  const { replyBody, written } = state.facts;
  return (
    <Row entry="write" value={valueOf(state, replyBody && '')} {...props}>
      <p className="text-ink-2">{WRITE.why}</p>
      <EmailField
        label={WRITE.label}
        value={state.correspondent}
        onType={(email) => send({ type: 'correspondentTyped', email })}
        action={(email) => ({ do: 'replyAddress', email })}
        {...props}
      >
        {WRITE.get}
      </EmailField>
      <div aria-live="polite" className="said given">
        {written && <Given key={written.address} {...written} />}
      </div>
    </Row>
  );
}
