import { EVERYWHERE, MANAGE } from '#languages/en/manage.ts';
import { Button } from '../../../parts/button.tsx';
import type { ManageProps } from '../manage/props.ts';
import { Act, Row } from '../manage/row.tsx';

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
