import { PASSKEY } from '#languages/en/manage.ts';
import type { ManageProps } from '../manage/props.ts';
import { Act, Row, valueOf } from '../manage/row.tsx';

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
