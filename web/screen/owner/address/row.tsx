import { EmailField } from './email-field.tsx';
import { Naming } from '../manage/naming.tsx';
import { Act, CodeField, type ManageProps, Row } from '../manage/row.tsx';
import { ADDRESS, SWITCH_OFF } from '#languages/en/manage.ts';

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

export function LinkRow(props: ManageProps) {
  return (
    <Row entry="link" {...props}>
      <p className="text-ink-2">{SWITCH_OFF.why}</p>
      <Act action={{ do: 'renewLink' }} {...props}>
        {SWITCH_OFF.renew}
      </Act>
    </Row>
  );
}
