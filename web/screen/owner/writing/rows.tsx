import { useRef, useState } from 'react';
import { REPLY_BODY, WRITE } from '#languages/en/manage.ts';
import { Button } from '../../../parts/button.tsx';
import type { ManageProps } from '../manage/machine.ts';
import type { Written } from '../manage/outcome.ts';
import { Act, Naming, Row, valueOf } from '../manage/row.tsx';
import { EmailField } from './email-field.tsx';

/** The owner writes to someone who has not written yet. */
export function WriteRow(props: ManageProps) {
  const { state, send } = props;
  const { replyBody, written } = state.facts;
  return (
    <Row entry="write" value={valueOf(state, replyBody && '')} {...props}>
      <p className="text-ink-2">{WRITE.why}</p>
      <EmailField
        label={WRITE.label}
        value={state.correspondent}
        onType={(email) => send({ type: 'correspondentTyped', email })}
        action={(email) => ({ do: 'replyAddress', email })}
        {...props}
      >
        {WRITE.get}
      </EmailField>
      <div aria-live="polite" className="said given">
        {written && <Given key={written.address} {...written} />}
      </div>
    </Row>
  );
}

/** The reply address for the correspondent. */
function Given({ email, address }: Written) {
  const [copying, setCopying] = useState<'copied' | 'blocked'>();
  const text = useRef<HTMLElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setCopying('copied');
    } catch {
      // A page over plain http from another machine has no clipboard.
      setCopying('blocked');
      if (text.current) getSelection()?.selectAllChildren(text.current);
    }
  };
  return (
    <>
      <p>
        <Naming name={email}>{`${WRITE.address(email)}: `}</Naming>
        <bdi ref={text} dir="ltr" translate="no" className="font-mono select-all">
          {/* Broken before its at sign: its first part is long. */}
          {address.slice(0, address.lastIndexOf('@'))}
          <wbr />
          {address.slice(address.lastIndexOf('@'))}
        </bdi>
      </p>
      <Button look={copying === 'copied' ? 'done' : 'outlined'} onPress={() => void copy()}>
        {copying === 'copied' ? WRITE.copied : WRITE.copy}
      </Button>
      {copying === 'blocked' && <p>{WRITE.blocked}</p>}
      <a href={`mailto:${address}`}>{WRITE.open}</a>
      <p className="text-ink-2">{WRITE.how}</p>
    </>
  );
}

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
