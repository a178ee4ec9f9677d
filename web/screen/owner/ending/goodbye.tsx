import { DELETE, MANAGE } from '#languages/en/manage.ts';
import { Button } from '../../../parts/button.tsx';
import { Naming } from '../manage/naming.tsx';
import type { ManageProps } from '../manage/props.ts';
import { Act, Row } from '../manage/row.tsx';

/** The actions that cannot be undone: each asks once. */
export function Goodbye({ alias, ...props }: ManageProps & { alias: string }) {
  const { send } = props;
  return (
    <>
      <Row entry="alias" {...props}>
        <p>
          <Naming name={alias}>{DELETE.alias(alias)}</Naming>
        </p>
        <div className="answers">
          <Button look="outlined" onPress={() => send({ type: 'unfolded', entry: 'alias' })}>
            {MANAGE.cancel}
          </Button>
          <Act action={{ do: 'deleteAlias' }} className="danger" {...props}>
            {DELETE.aliasButton}
          </Act>
        </div>
      </Row>
      <Row entry="all" {...props}>
        <p>{DELETE.all}</p>
        <div className="answers">
          <Button look="outlined" onPress={() => send({ type: 'unfolded', entry: 'all' })}>
            {MANAGE.cancel}
          </Button>
          <Act action={{ do: 'deleteAll' }} className="danger" {...props}>
            {DELETE.allButton}
          </Act>
        </div>
      </Row>
    </>
  );
}
