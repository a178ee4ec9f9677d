import { useEffect, useRef, useState } from 'react';
import { ALIASES, ALIASES_FAILED } from '#languages/en/aliases.ts';
import { LABEL_CHARACTERS } from '#rules/plan.ts';
import type { AliasesEvent } from './events.ts';
import { FailedLine } from './failed-line.tsx';
import type { AliasesListParts } from './script.ts';
import type { ListedAlias } from './state.ts';

type LabelFieldProps = {
  parts: AliasesListParts;
  alias: ListedAlias;
  send: (event: AliasesEvent) => void;
};

/** One line, saved on Enter or when the field is left; Escape keeps the earlier one. */
export function LabelField({ parts, alias, send }: LabelFieldProps) {
  const { id, label, alias_email: address } = alias;
  const [typed, setTyped] = useState<string>();
  const [failed, setFailed] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const saving = useRef(false);
  /** How the field was left by a key: then the focus goes back to the button in its place. */
  const left = useRef<'saved' | 'kept'>(undefined);
  const editing = typed !== undefined;
  useEffect(() => {
    if (editing) field.current?.focus();
    else if (left.current !== undefined) button.current?.focus();
    left.current = undefined;
  }, [editing]);

  async function save(text: string) {
    if (saving.current) return;
    if (text.trim() === label) return setTyped(undefined);
    saving.current = true;
    try {
      const note = { alias_id: id, label: text };
      const answer = await parts.call('PATCH', 'functions/v1/aliases', note);
      if (answer.status !== 200) throw new Error('the label was not saved');
      const saved: ListedAlias = JSON.parse(answer.text);
      // Of the rest a newer answer may be here.
      send({ type: 'changed', id, change: { label: saved.label } });
      setFailed(false);
      setTyped(undefined);
    } catch {
      if (!parts.sessions.kept()) return parts.sessionEnded();
      // The typed text stays.
      setFailed(true);
    } finally {
      saving.current = false;
    }
  }

  if (!editing) {
    return (
      <button
        ref={button}
        type="button"
        className={label === '' ? 'alias-label text-accent linked' : 'alias-label'}
        aria-label={label === '' ? `${ALIASES.addLabel}: ${address}` : undefined}
        onClick={() => setTyped(label)}
      >
        <bdi>{label === '' ? ALIASES.addLabel : label}</bdi>
      </button>
    );
  }
  return (
    <div className="alias-label-field">
      <input
        ref={field}
        type="text"
        dir="auto"
        value={typed}
        maxLength={LABEL_CHARACTERS}
        aria-label={ALIASES.labelOf(address)}
        aria-invalid={failed || undefined}
        placeholder={ALIASES.label}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => left.current !== 'kept' && void save(typed)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') {
            left.current = 'saved';
            void save(typed);
          }
          if (event.key !== 'Escape') return;
          left.current = 'kept';
          setFailed(false);
          setTyped(undefined);
        }}
        className="field h-11 px-3"
      />
      {failed && <FailedLine>{ALIASES_FAILED.failed}</FailedLine>}
    </div>
  );
}
