import { type ComponentType, useEffect, useState } from 'react';
import type { PageConfig } from '#rules/page.ts';
import type { AliasRow } from '../client/alias-row.ts';
import type { Visit } from '../open-visit.ts';
import { Button } from '../parts/button.tsx';
import { TROUBLE, TRY_AGAIN } from '../texts.ts';
import type { State } from './machine/state.ts';
import type { Send } from './send.ts';

export type OwnerProps = { state: State; send: Send };
export type OwnerSlot = ComponentType<OwnerProps>;

/** The parts of the on-demand script that the owner's script needs. */
export type OwnerParts = Visit & {
  config: PageConfig;
  /** @throws CallFailed */
  lookUp: (email: string) => Promise<AliasRow | undefined>;
};

/** The owner's script, which is loaded on demand (web/owner.tsx). */
export type OwnerScript = {
  /** @param link fragment of the opened link */
  createOwner: (parts: OwnerParts, link: string | undefined) => OwnerSlot;
};

/** The place below all else of a view for the owner's side. Its script is loaded when it is first needed. */
export function ownerSlot(
  parts: OwnerParts,
  load: () => Promise<OwnerScript>,
  link: string | undefined,
): OwnerSlot {
  let Owner: OwnerSlot | undefined;

  return function OwnerPlace({ state, send }: OwnerProps) {
    const [, redraw] = useState(0);
    const [failed, setFailed] = useState(false);
    const { stage, alias } = state;
    const shown = stage === 'locked' || stage === 'result' || link !== undefined;
    const wanted = shown || stage === 'creating';
    useEffect(() => {
      if (!wanted || Owner || failed) return;
      load().then(
        ({ createOwner }) => {
          Owner ??= createOwner(parts, link);
          redraw((times) => times + 1);
        },
        () => setFailed(true),
      );
    }, [wanted, failed]);

    if (Owner) return <Owner state={state} send={send} />;
    const mine = !alias || parts.sessions.kept()?.email === alias.real_email;
    return (
      <div className={mine ? '' : 'unconfirmed'}>
        {shown && failed && (
          <div role="alert" className="orange-note mt-6">
            <p className="mb-3">{TROUBLE.unreachable}</p>
            <Button look="outlined" onPress={() => setFailed(false)}>
              {TRY_AGAIN}
            </Button>
          </div>
        )}
      </div>
    );
  };
}
