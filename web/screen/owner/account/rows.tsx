import {
  ADDRESS,
  ENTRIES,
  EVERYWHERE,
  FACTOR,
  MANAGE,
  PASSKEY,
  SWITCH_OFF,
} from '#languages/en/manage.ts';
import { Button } from '../../../parts/button.tsx';
import type { ManageProps } from '../manage/machine.ts';
import { Act, Answers, CodeField, Naming, Row, valueOf } from '../manage/row.tsx';
import { EmailField } from '../writing/email-field.tsx';

export function PasskeyRow(props: ManageProps) {
  const ids = props.state.facts.passkeys ?? [];
  const some = ids.length > 0;
  const told = some ? PASSKEY.some(ids.length) : PASSKEY.none;
  return (
    <Row
      entry="passkey"
      value={valueOf(props.state, props.state.facts.passkeys && told)}
      {...props}
    >
      <p className="text-ink-2">{PASSKEY.why}</p>
      <Act action={{ do: 'addPasskey' }} look={some ? 'outlined' : 'inked'} {...props}>
        {PASSKEY.add}
      </Act>
      {some && (
        <Act action={{ do: 'removePasskeys', ids }} {...props}>
          {PASSKEY.remove}
        </Act>
      )}
    </Row>
  );
}

export function FactorRow(props: ManageProps) {
  const { enrolment, facts } = props.state;
  const { factor: id } = facts;
  const told = id === null ? FACTOR.off : FACTOR.on;
  return (
    <Row entry="factor" value={valueOf(props.state, id === undefined ? id : told)} {...props}>
      {enrolment ? (
        <>
          <p className="text-ink-2">{FACTOR.scan}</p>
          <img src={enrolment.qr} alt={FACTOR.picture} width="200" height="200" className="qr" />
          <p dir="ltr" translate="no" className="font-mono wrap-anywhere select-all">
            {enrolment.secret}
          </p>
          <CodeField label={<span>{MANAGE.code}</span>} {...props} />
        </>
      ) : (
        <>
          <p className="text-ink-2">{FACTOR.why}</p>
          {id === undefined && <Button look="busy">{FACTOR.enrol}</Button>}
          {id === null && (
            <Act action={{ do: 'enrol' }} look="inked" {...props}>
              {FACTOR.enrol}
            </Act>
          )}
          {typeof id === 'string' && (
            <Act action={{ do: 'removeFactor', id }} {...props}>
              {FACTOR.remove}
            </Act>
          )}
        </>
      )}
    </Row>
  );
}

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
        {ENTRIES.address}
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

/** It asks: a press that was meant for something else must not end every session. */
export function EverywhereRow(props: ManageProps) {
  return (
    <Row entry="everywhere" {...props}>
      <p className="text-ink-2">{EVERYWHERE.why}</p>
      <Answers
        entry="everywhere"
        action={{ do: 'signOut', scope: 'global' }}
        look="inked"
        {...props}
      >
        {EVERYWHERE.button}
      </Answers>
    </Row>
  );
}
