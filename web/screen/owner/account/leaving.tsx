import { DELETE } from '#languages/en/manage.ts';
import type { ManageProps } from '../manage/machine.ts';
import { Answers, Naming, Row } from '../manage/row.tsx';

/** The actions that cannot be undone: each asks once. */
export function Goodbye({ alias, ...props }: ManageProps & { alias: string }) {
  return (
    <>
      <Row entry="alias" {...props}>
        <p>
          <Naming name={alias}>{DELETE.alias(alias)}</Naming>
        </p>
        <Answers entry="alias" action={{ do: 'deleteAlias' }} className="danger" {...props}>
          {DELETE.aliasButton}
        </Answers>
      </Row>
      <Row entry="all" {...props}>
        <p>{DELETE.all}</p>
        <Answers entry="all" action={{ do: 'deleteAll' }} className="danger" {...props}>
          {DELETE.allButton}
        </Answers>
      </Row>
    </>
  );
}
