import { REPLY_BODY } from '#languages/en/manage.ts';
import type { ManageProps } from '../manage/props.ts';
import { Act, Row, valueOf } from '../manage/row.tsx';

/** The owner's choice for a reply that shows the real address. */
export function ReplyBodyRow(props: ManageProps) {
  const { state } = props;
  const { replyBody } = state.facts;
  const other = replyBody === 'refuse' ? 'replace' : 'refuse';
  return (
    <Row entry="replyBody" value={valueOf(state, replyBody && REPLY_BODY[replyBody])} {...props}>
      <p className="text-ink-2">{REPLY_BODY.why}</p>
      <Act action={{ do: 'chooseReplyBody', replyBody: other }} {...props}>
        {other === 'refuse' ? REPLY_BODY.toRefuse : REPLY_BODY.toReplace}
      </Act>
    </Row>
  );
}
