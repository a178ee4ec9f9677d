import { DisabledBadge } from '../../parts/badge.tsx';
import { Envelope } from '../../parts/envelope.tsx';
import { Postmark } from '../../parts/postmark.tsx';
import { Notes } from './notes.tsx';
import { Result, ResultTitle } from './result.tsx';
import { Slip } from './slip.tsx';
import type { DeskProps } from './desk-props.ts';

/** The sealed envelope, the slip below it, and the notes on the desk. */
export function ResultView({ desk, send }: DeskProps) {
  const { alias, forwarding } = desk;
  const active = forwarding.wish;
  return (
    <>
      <Envelope
        sealed
        postmark={active && alias.created_at ? <Postmark time={alias.created_at} /> : undefined}
        title={<ResultTitle key={alias.id} />}
        badge={active || <DisabledBadge className="stamped" />}
      >
        <Result desk={desk} send={send} />
      </Envelope>
      <Slip desk={desk} send={send} />
      <Notes more={desk.more === true} send={send} />
    </>
  );
}
