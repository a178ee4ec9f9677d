import { useEffect, useRef, useState } from 'react';
import { ALIASES, ALIASES_FAILED } from '#languages/en/aliases.ts';
import { LABEL_CHARACTERS } from '#rules/plan.ts';
import { AlertLine } from '../../../parts/alert-line.tsx';
import type { AliasesListParts } from './script.ts';
import type { AliasesEvent, ListedAlias } from './state.ts';

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
  /** The text to be saved, and whether one is being saved. */
  const wanted = useRef(label);
  const saving = useRef(false);
  /** Its field had the focus to the last: the button in its place gets it. */
  const hadFocus = useRef(false);
  const editing = typed !== undefined;
  useEffect(() => {
    if (editing) field.current?.focus();
    else if (hadFocus.current) button.current?.focus();
    hadFocus.current = false;
  }, [editing]);

  function open() {
    setFailed(false);
    setTyped(label);
  }

  function close() {
    hadFocus.current = document.activeElement === field.current;
    setTyped(undefined);
  }

  async function save(text: string) {
    wanted.current = text;
    if (saving.current) return;
    if (text.trim() === label) return close();
    saving.current = true;
    try {
      let last: string;
      do {
        last = wanted.current;
        await store(last);
      } while (last !== wanted.current);
      setFailed(false);
      // Text that was typed meanwhile stays.
      if (field.current?.value === last) close();
    } catch {
      if (!parts.hasEnded()) setFailed(true);
    } finally {
      saving.current = false;
    }
  }

  async function store(text: string) {
    const note = { alias_id: id, label: text };
    const answer = await parts.call('PATCH', 'functions/v1/aliases', note);
    if (answer.status !== 200) throw new Error('the label was not saved');
    const saved: ListedAlias = JSON.parse(answer.text);
    // Of the rest a newer answer may be here.
    send({ type: 'changed', id, change: { label: saved.label } });
  }

  if (!editing) {
    return (
      <button
        ref={button}
        type="button"
        className={label === '' ? 'alias-label text-accent underline' : 'alias-label'}
        aria-label={label === '' ? `${ALIASES.addLabel}: ${address}` : undefined}
        onClick={open}
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
        onBlur={() => void save(typed)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') void save(typed);
          if (event.key === 'Escape') close();
        }}
        className="field h-11 px-3"
      />
      {failed && <AlertLine role="alert">{ALIASES_FAILED.failed}</AlertLine>}
    </div>
  );
}
