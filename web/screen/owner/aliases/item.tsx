import { memo, useState } from 'react';
import { ALIASES, ALIASES_FAILED, LOCALE } from '#languages/en/aliases.ts';
import { AlertLine } from '../../../parts/alert-line.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { LabelField } from './label-field.tsx';
import { AT_REST, rowSwitch } from './row-switch.ts';
import type { AliasesListParts } from './script.ts';
import type { AliasesEvent, ListedAlias } from './state.ts';
import { select, useCopying } from './use-copying.ts';

type AliasItemProps = {
  parts: AliasesListParts;
  alias: ListedAlias;
  /** The page shows it above: its switch is the same as there. */
  isShown: boolean;
  flip: () => void;
  send: (event: AliasesEvent) => void;
};

/** One alias. A change elsewhere in a list of hundreds draws only the rows that differ. */
export const AliasItem = memo(
  function AliasItem({ parts, alias, isShown, flip, send }: AliasItemProps) {
    const { id, alias_email: address, active } = alias;
    const [{ wish, failed }, setSwitching] = useState(AT_REST);
    const [press] = useState(() =>
      rowSwitch((choice) => saved(parts, id, choice, send), setSwitching),
    );
    const [copying, copy] = useCopying(address);
    const copied = copying === 'copied';
    const on = (isShown ? undefined : wish) ?? active;

    const at = address.lastIndexOf('@');
    return (
      <li className="alias" aria-current={isShown || undefined}>
        <button
          type="button"
          className="alias-name"
          aria-label={ALIASES.select(address)}
          onClick={() => {
            dropSecondClick();
            send({ type: 'selected', id });
          }}
        >
          <bdi dir="ltr" translate="no" className="font-mono">
            <span>{address.slice(0, at)}</span>
            <wbr />
            <span className="alias-domain">{address.slice(at)}</span>
          </bdi>
        </button>
        <LabelField parts={parts} alias={alias} send={send} />
        <p className="alias-facts">
          {factsOf({ ...alias, active: on }, isShown).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
        <div className="alias-acts">
          <button
            type="button"
            aria-label={ALIASES.copy(address)}
            onClick={() => void copy()}
            className={`alias-copy ${copied ? 'text-good' : 'text-accent'}`}
          >
            <Icon name={copied ? 'tick' : 'sheets'} />
          </button>
          <span aria-live="polite" className="sr-only">
            {copied && <span>{ALIASES.copied}</span>}
          </span>
          <label className="alias-switch">
            <input
              type="checkbox"
              // The native checkbox exposes its state itself.
              // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
              role="switch"
              aria-label={ALIASES.forwards(address)}
              className="switch"
              checked={on}
              onChange={() => (isShown ? flip() : void press(active))}
            />
          </label>
        </div>
        {/* The text of a button cannot be selected. */}
        {copying === 'blocked' && (
          <p role="alert" className="text-note">
            <span>{ALIASES.blocked}</span>{' '}
            <bdi
              ref={select}
              dir="ltr"
              translate="no"
              className="inline-block max-w-full font-mono wrap-anywhere select-all"
            >
              {address}
            </bdi>
          </p>
        )}
        {failed && !isShown && <AlertLine role="alert">{ALIASES_FAILED.failed}</AlertLine>}
      </li>
    );
  },
  (one, other) => one.isShown === other.isShown && one.alias === other.alias,
);

/** The page moves to its top: the second click of a double click would fall on what is under the pointer by then. */
function dropSecondClick(): void {
  const drop = (event: MouseEvent) => {
    if (event.detail <= 1) return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', drop, { capture: true, once: true });
}

/** Saves the choice of a row's switch. @returns false: it was not saved */
async function saved(
  parts: AliasesListParts,
  id: string,
  choice: boolean,
  send: AliasItemProps['send'],
): Promise<boolean> {
  try {
    const path = `rest/v1/aliases?id=eq.${id}`;
    const { text } = await parts.call('PATCH', path, { active: choice });
    const [row]: { active: boolean }[] = JSON.parse(text);
    if (row === undefined) throw new Error('nothing was switched');
    send({ type: 'changed', id, change: { active: row.active } });
    return row.active === choice;
  } catch {
    parts.hasEnded();
    return false;
  }
}

/** In words, the state first. */
function factsOf(
  { active, pinned, site, paused_until, delivered, last }: ListedAlias,
  isShown: boolean,
) {
  const day = (iso: string) =>
    new Date(iso).toLocaleDateString(LOCALE, { day: 'numeric', month: 'short' });
  return [
    isShown && ALIASES.shown,
    !active && ALIASES.off,
    active && paused_until !== null && ALIASES.paused,
    pinned && ALIASES.pinned,
    site !== '' && ALIASES.site(site),
    delivered > 0 ? ALIASES.delivered(delivered) : ALIASES.nothing,
    last !== null && ALIASES.last(day(last)),
  ].filter((fact) => fact !== false);
}
