import { DisabledBadge } from '../parts/badge.tsx';
import { Envelope } from '../parts/envelope.tsx';
import { Postmark } from '../parts/postmark.tsx';
import { Notes } from './notes.tsx';
import { Result, ResultTitle } from './result.tsx';
import { Slip } from './slip.tsx';

/** The sealed envelope, the slip below it, and the notes on the desk. */
export function ResultView({ alias, state, send }: Parameters<typeof Result>[0]) {
  const active = state.forwarding.wish;
  return (
    <>
      <Envelope
        sealed
        postmark={active && alias.created_at && <Postmark time={alias.created_at} />}
        title={<ResultTitle />}
        badge={active || <DisabledBadge className="stamped" />}
      >
        <Result alias={alias} state={state} send={send} />
      </Envelope>
      <Slip owner={alias.real_email} active={active} receipt={state.testMail.receipt} send={send} />
      <Notes send={send} />
    </>
  );
}
