import type { AliasRow } from '../client/alias-row.ts';
import { Address } from '../parts/address.tsx';
import { DisabledBadge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { TEXTS } from '../texts.ts';
import type { Send } from './send.ts';

/** The alias that the typed address has already. */
export function CurrentAlias({
  alias,
  active,
  send,
}: {
  alias: AliasRow;
  active: boolean;
  send: Send;
}) {
  return (
    <div className="paper rounded-sm bg-window p-5 recessed">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-note text-ink-2">{TEXTS.form.currentAlias}</p>
        {!active && <DisabledBadge className="-rotate-3" />}
      </div>
      <p className="mb-4 text-[1.1875rem] leading-snug font-semibold">
        <Address>{alias.alias_email}</Address>
      </p>
      <Button
        look={active ? 'outlined' : 'off'}
        icon={active ? 'envelope' : undefined}
        onPress={() => send({ type: 'testMailOpened' })}
      >
        {active ? TEXTS.testMail.open : TEXTS.forwarding.blocked}
      </Button>
    </div>
  );
}
