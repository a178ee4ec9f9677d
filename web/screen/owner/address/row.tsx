import { ADDRESS } from '#languages/en/manage.ts';
import { CodeField } from '../factor/code-field.tsx';
import { Naming } from '../manage/naming.tsx';
import type { ManageProps } from '../manage/props.ts';
import { Row } from '../manage/row.tsx';
import { EmailField } from './email-field.tsx';

export function AddressRow(props: ManageProps) {
  const { state, send } = props;
  const { newEmail } = state.facts;
  return (
    <Row entry="address" {...props}>
      <p className="text-ink-2">{ADDRESS.why}</p>
      <EmailField
        label={ADDRESS.label}
        value={state.address}
        onType={(email) => send({ type: 'addressTyped', email })}
        action={(email) => ({ do: 'changeAddress', email })}
        {...props}
      >
        {ADDRESS.change}
      </EmailField>
      {newEmail ? (
        <CodeField label={<Naming name={newEmail}>{ADDRESS.code(newEmail)}</Naming>} {...props} />
      ) : undefined}
    </Row>
  );
}
