import { FACTOR, MANAGE } from '#languages/en/manage.ts';
import { Button } from '../../../parts/button.tsx';
import type { ManageProps } from '../manage/props.ts';
import { Act, Row, valueOf } from '../manage/row.tsx';
import { CodeField } from './code-field.tsx';

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
