import { TROUBLE, TRY_AGAIN } from '#languages/en/form.ts';
import { OWNER } from '#languages/en/owner.ts';
import { Button } from '../../../parts/button.tsx';
import { script, useScript } from '../../../script.ts';
import { useStore } from '../../../store.ts';
import type { AliasesListParts, AliasesListProps, AliasesScript } from './script.ts';
import { counted } from './state.ts';

const PANEL = 'aliases';

/**
 * 'Your aliases', below all else of an owner's alias: the list may be long. Its head is at the foot of the window until its
 * place comes into view, so that 'New alias' is seen at once. Absent for an owner who has one alias and may have no more.
 */
export function aliasesPanel(parts: AliasesListParts, load: () => Promise<AliasesScript>) {
  const listScript = script(load, ({ createAliasesList }) => createAliasesList(parts));

  return function AliasesPanel(props: Omit<AliasesListProps, 'aliases' | 'most'>) {
    const { list, making } = useStore(parts.runner);
    const loaded = useScript(listScript, list !== undefined);
    if (list === undefined) return null;
    const { most } = list;
    const aliases = counted(list.aliases);
    const has = aliases.length;
    return (
      <>
        <div className="dock aliases-dock paper">
          <h2>
            <button type="button" onClick={goToPanel}>
              <span>{OWNER.aliases}</span>{' '}
              <span className="dock-count">{OWNER.aliasesCount(has, most)}</span>
            </button>
          </h2>
          <Button
            look={has >= most ? 'off' : making ? 'busy' : 'inked'}
            onPress={({ detail }) => {
              // A double click means one alias, even if the answer to its first press is quicker than the second.
              if (detail <= 1) parts.runner.send({ type: 'makePressed' });
            }}
          >
            {making ? OWNER.aliasMaking : OWNER.aliasMake}
          </Button>
        </div>
        <section
          id={PANEL}
          tabIndex={-1}
          aria-label={OWNER.aliases}
          className="owner-slip docked paper"
        >
          {typeof loaded === 'object' && <loaded.part {...props} aliases={aliases} most={most} />}
          {loaded === 'failed' && (
            <p role="alert">
              <span>{TROUBLE.unreachable}</span>{' '}
              <button
                type="button"
                className="link underline"
                onClick={() => void listScript.load()}
              >
                {TRY_AGAIN}
              </button>
            </p>
          )}
        </section>
      </>
    );
  };
}

function goToPanel(): void {
  const panel = document.querySelector<HTMLElement>(`#${PANEL}`);
  panel?.scrollIntoView();
  panel?.focus({ preventScroll: true });
}
