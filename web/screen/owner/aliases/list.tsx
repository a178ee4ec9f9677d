import { useEffect, useMemo, useRef, useState } from 'react';
import { ALIASES, ALIASES_FAILED } from '#languages/en/aliases.ts';
import { AlertLine } from '../../../parts/alert-line.tsx';
import { useStore } from '../../../store.ts';
import { KeysFold } from '../keys/fold.tsx';
import { AliasItem } from './item.tsx';
import { found, inPlace } from './order.ts';
import type { AliasesListParts, AliasesListProps } from './script.ts';
import type { ListedAlias, ListFailure } from './state.ts';

/** The number of aliases from which a search is useful. */
const SEARCHED = 4;

export function AliasesList({
  parts,
  aliases,
  most,
  flip,
}: AliasesListProps & { parts: AliasesListParts }) {
  const { failure, shown } = useStore(parts.runner);
  const { send } = parts.runner;
  const [text, setText] = useState('');
  const said = useRef<HTMLDivElement>(null);
  // The button 'New alias' may be far above.
  useEffect(() => {
    if (failure !== undefined) said.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  const [placed, setPlaced] = useState<readonly ListedAlias[]>([]);
  const all = useMemo(() => inPlace(placed, aliases), [placed, aliases]);
  if (all !== placed) setPlaced(all);
  const isSearched = all.length >= SEARCHED;
  // Without its field a search could not be cleared.
  const wanted = isSearched ? text : '';
  const rows = useMemo(() => found(all, wanted), [all, wanted]);
  const full = all.length >= most;
  return (
    <div className="aliases">
      <div ref={said} aria-live="polite" className="said">
        {full && <p className="text-note text-ink-2">{ALIASES.full(all.length, most)}</p>}
        {failure !== undefined && !(failure === 'full' && full) && (
          <AlertLine role="alert">{failureText(failure, all.length, most)}</AlertLine>
        )}
      </div>
      {isSearched && (
        <label className="labelled">
          <span className="sr-only">{ALIASES.search}</span>
          <input
            type="search"
            value={text}
            placeholder={ALIASES.search}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
            className="field h-12 px-4"
          />
        </label>
      )}
      <div aria-live="polite" className="said">
        {wanted.trim() !== '' && (
          <p className="text-note text-ink-2">
            {rows.length === 0 ? ALIASES.none : ALIASES.found(rows.length, all.length)}
          </p>
        )}
      </div>
      <ul>
        {rows.map((alias) => (
          <AliasItem
            key={alias.id}
            parts={parts}
            alias={alias}
            isShown={alias.id === shown.id}
            flip={flip}
            send={send}
          />
        ))}
      </ul>
      <KeysFold parts={parts} />
    </div>
  );
}

function failureText(failure: ListFailure, has: number, most: number): string {
  if (failure === 'full') return ALIASES.full(has, most);
  if (typeof failure === 'object') {
    return ALIASES_FAILED.rate(Math.max(1, Math.ceil(failure.seconds / 60)));
  }
  return ALIASES_FAILED[failure];
}
