import { Button } from '../../../parts/button.tsx';
import { Act, CodeField, type ManageProps, Row, valueOf } from '../manage/row.tsx';
import { EVERYWHERE, FACTOR, MANAGE, PASSKEY } from '#languages/en/manage.ts';

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

/** It asks: a press that was meant for something else must not end every session. */
export function EverywhereRow(props: ManageProps) {
  return (
    <Row entry="everywhere" {...props}>
      <p className="text-ink-2">{EVERYWHERE.why}</p>
      <div className="answers">
        <Button
          look="outlined"
          onPress={() => props.send({ type: 'unfolded', entry: 'everywhere' })}
        >
          {MANAGE.cancel}
        </Button>
        <Act action={{ do: 'signOut', scope: 'global' }} look="inked" {...props}>
          {EVERYWHERE.button}
        </Act>
      </div>
    </Row>
  );
}
