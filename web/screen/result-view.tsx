import { DisabledBadge } from '../parts/badge.tsx';
import { Envelope } from '../parts/envelope.tsx';
import { postmarkDate } from '../parts/postmark-date.ts';
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
        postmarked={active && alias.created_at ? postmarkDate(alias.created_at) : undefined}
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
