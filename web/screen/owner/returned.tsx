import { OWNER } from '#languages/en/owner.ts';
import { Button } from '../../parts/button.tsx';
import type { OwnerSend } from './send.ts';
import { WholeAddress } from './whole-address.tsx';

type ReturnedProps = {
  owner: string;
  /** Nothing is typed: it is the one button that can act. */
  idle: boolean;
  send: OwnerSend;
};

/** In the place of the first look: this browser keeps a session. */
export function Returned({ owner, idle, send }: ReturnedProps) {
  return (
    <section className="slip paper owner-groups returned">
      <p className="text-ink-2">
        {OWNER.manages[0]}
        <WholeAddress>{owner}</WholeAddress>
        {OWNER.manages[1]}
      </p>
      <Button look={idle ? 'inked' : 'outlined'} onPress={() => send({ type: 'showPressed' })}>
        {OWNER.show}
      </Button>
    </section>
  );
}
