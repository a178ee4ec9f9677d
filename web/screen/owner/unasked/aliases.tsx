import { UNASKED } from '#languages/en/owner.ts';
import { AlertLine } from '../../../parts/alert-line.tsx';
import { Button } from '../../../parts/button.tsx';
import type { OwnerSend } from '../events.ts';
import type { Unasked } from '../state.ts';
import { WholeAddress } from '../whole-address.tsx';

type UnaskedProps = { unasked: Unasked; send: OwnerSend };

/** Someone created these for the owner's address. They forward nothing unless the owner keeps them. */
export function UnaskedAliases({ unasked, send }: UnaskedProps) {
  const { rows, busy, failed, gone } = unasked;
  return (
    <>
      {gone !== undefined && (
        <p tabIndex={-1} className="owner-slip paper">
          <span>
            {UNASKED.gone[0]}
            <WholeAddress>{gone}</WholeAddress>
            {UNASKED.gone[1]}
          </span>
        </p>
      )}
      {rows.map(({ id, alias }) => (
        <section key={id} aria-labelledby={`unasked-${id}`} className="owner-slip paper">
          <p id={`unasked-${id}`}>
            {UNASKED.made[0]}
            <WholeAddress>{alias}</WholeAddress>
            {UNASKED.made[1]}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button
              look="inked"
              running={busy && busy.id === id && busy.keep}
              onPress={() => send({ type: 'unaskedPressed', id, keep: true })}
            >
              {UNASKED.keep}
            </Button>
            <Button
              look="outlined"
              running={busy && busy.id === id && !busy.keep}
              onPress={() => send({ type: 'unaskedPressed', id, keep: false })}
            >
              {UNASKED.discard}
            </Button>
          </div>
          {failed === id && <AlertLine role="alert">{UNASKED.failed}</AlertLine>}
        </section>
      ))}
    </>
  );
}
