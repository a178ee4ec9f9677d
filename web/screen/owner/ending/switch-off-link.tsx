import { SWITCH_OFF } from '#languages/en/manage.ts';
import type { ManageProps } from '../manage/props.ts';
import { Act, Row } from '../manage/row.tsx';

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
