import type { ComponentType } from 'react';
import type { PageConfig } from '#rules/page.ts';
import type { AliasRow } from '../client/alias-row.ts';
import type { shortTime } from '../client/short-time.ts';
import type { Visit } from '../open-visit.ts';
import { Button } from '../parts/button.tsx';
import { script, useScript } from '../script.ts';
import { TROUBLE, TRY_AGAIN } from '#languages/en/form.ts';
import type { Send } from './machine/events.ts';
import type { State } from './machine/state.ts';

export type OwnerProps = { state: State; send: Send };
export type OwnerSlot = ComponentType<OwnerProps>;

/** The parts of the on-demand script that the owner's script needs. */
export type OwnerParts = Visit & {
  config: PageConfig;
  /** @throws CallFailed */
  lookUp: (email: string) => Promise<AliasRow | undefined>;
  shortTime: typeof shortTime;
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
  const ownerScript = script(load, ({ createOwner }) => createOwner(parts, link));

  return function OwnerPlace({ state, send }: OwnerProps) {
    const { stage, desk } = state.view;
    const shown = stage === 'locked' || stage === 'result' || link !== undefined;
    const owner = parts.sessions.kept()?.email;
    const loaded = useScript(ownerScript, shown || stage === 'creating' || owner !== undefined);
    if (typeof loaded === 'object') return <loaded.part state={state} send={send} />;
    const mine = !desk || owner === desk.alias.real_email;
    return (
      <div className={mine ? '' : 'unposted'}>
        {shown && loaded === 'failed' && (
          <div role="alert" className="orange-note mt-6">
            <p className="mb-3">{TROUBLE.unreachable}</p>
            <Button look="outlined" onPress={() => void ownerScript.load()}>
              {TRY_AGAIN}
            </Button>
          </div>
        )}
      </div>
    );
  };
}
