import { Act, CodeField, type ManageProps, Row } from './row.tsx';
import { FACTOR, MANAGE, PASSKEY } from './texts.ts';

/** Passkey and second factor, where this server has them. */
export function Account(props: ManageProps) {
  const { passkeys, factor } = props.state.facts;
  return (
    <>
      {passkeys && <PasskeyRow ids={passkeys} {...props} />}
      {factor !== undefined && <FactorRow id={factor} {...props} />}
    </>
  );
}

function PasskeyRow({ ids, ...props }: ManageProps & { ids: string[] }) {
  const some = ids.length > 0;
  return (
    <Row entry="passkey" value={some ? PASSKEY.some(ids.length) : PASSKEY.none} {...props}>
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

function FactorRow({ id, ...props }: ManageProps & { id: string | null }) {
  const { enrolment } = props.state;
  return (
    <Row entry="factor" value={id === null ? FACTOR.off : FACTOR.on} {...props}>
      {enrolment ? (
        <>
          <p className="text-ink-2">{FACTOR.scan}</p>
          <img src={enrolment.qr} alt={FACTOR.picture} width="200" height="200" className="qr" />
          <p dir="ltr" className="font-mono wrap-anywhere select-all">
            {enrolment.secret}
          </p>
          <CodeField label={MANAGE.code} {...props} />
        </>
      ) : (
        <>
          <p className="text-ink-2">{FACTOR.why}</p>
          {id === null ? (
            <Act action={{ do: 'enrol' }} look="inked" {...props}>
              {FACTOR.enrol}
            </Act>
          ) : (
            <Act action={{ do: 'removeFactor', id }} {...props}>
              {FACTOR.remove}
            </Act>
          )}
        </>
      )}
    </Row>
  );
}
