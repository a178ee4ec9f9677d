import { type ReactNode, useEffect, useId, useRef } from 'react';
import { ADDRESS, DONE, ENTRIES, FAILED, MANAGE } from '#languages/en/manage.ts';
import { AlertLine } from '../../../parts/alert-line.tsx';
import { Button } from '../../../parts/button.tsx';
import type { Elements } from '../../../parts/elements.ts';
import { Icon } from '../../../parts/icon.tsx';
import type { ButtonLook } from '../../../parts/look.ts';
import { type Action, type Entry, entryOf, type RowEntry } from './actions.ts';
import type { ManageProps, ManageState } from './machine.ts';

type RowProps = ManageProps & { entry: RowEntry; value?: string | null; children: Elements };

/** The value of a row, which has its place before its fact is known. @returns null: this server does not offer it */
export function valueOf({ loading, facts }: ManageState, value: string | undefined): string | null {
  return value ?? (loading || facts.unread ? MANAGE.unknown : null);
}

/** A row that unfolds; none for a value of null. If its action waits for a second factor, it has the field for the code. */
export function Row({ entry, value, state, send, children }: RowProps) {
  const id = useId();
  const open = state.open === entry;
  if (value === null) return null;
  return (
    <>
      <button
        type="button"
        className="row"
        data-entry={entry}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => send({ type: 'unfolded', entry })}
      >
        <span>{ENTRIES[entry]}</span>
        <span>{value}</span>
        <Icon name="chevron" />
      </button>
      <div id={id} className="unfolded" hidden={!open}>
        {open && (
          <>
            {state.proving ? (
              <CodeField label={<span>{MANAGE.code}</span>} state={state} send={send} />
            ) : (
              children
            )}
            <Said entry={entry} state={state} />
          </>
        )}
      </div>
      {/* Another row was unfolded before the answer came. */}
      {!open && <Said entry={entry} state={state} />}
    </>
  );
}

/** A row that acts at once, or after the code of a second factor. */
export function DirectRow({
  entry,
  action,
  state,
  send,
}: ManageProps & { entry: RowEntry; action: Action }) {
  return (
    <>
      <button
        type="button"
        className="row"
        data-entry={entry}
        aria-disabled={state.busy && true}
        onClick={() => send({ type: 'pressed', action })}
      >
        <span>{ENTRIES[entry]}</span>
        <span>{state.busy && entryOf(state.busy) === entry && MANAGE.busy}</span>
      </button>
      {state.proving && state.open === entry && (
        <div className="unfolded">
          <CodeField label={<span>{MANAGE.code}</span>} state={state} send={send} />
        </div>
      )}
      <Said entry={entry} state={state} />
    </>
  );
}

/** The rows with `DONE.alone`; those without any text show their outcome themselves. */
const DONE_ALONE: readonly Entry[] = [
  'passkey',
  'factor',
  'lock',
  'end',
  'senders',
  'history',
  'replyBody',
];

/** The outcome of the last action, beside its row. */
export function Said({ entry, state: { said, facts } }: { entry: Entry; state: ManageState }) {
  const mine = said?.entry === entry ? said.what : undefined;
  const texts: Partial<Record<Entry, string>> = DONE;
  const text = texts[entry] ?? (DONE_ALONE.includes(entry) ? DONE.alone : undefined);
  const done = entry === 'address' && facts.newEmail === null ? ADDRESS.half : text;
  return (
    <div aria-live="polite" className="said">
      {mine === 'done' && done && (
        <p className="flex items-start gap-2.5">
          <Icon name="tick" className="mt-[0.2em] text-good" />
          <span>{done}</span>
        </p>
      )}
      {mine !== undefined && mine !== 'done' && <AlertLine>{FAILED[mine]}</AlertLine>}
    </div>
  );
}

type ActProps = ManageProps & {
  action: Action;
  look?: ButtonLook;
  className?: string;
  children: ReactNode;
};

/** Of several buttons for one action, the one that was pressed. */
const choiceOf = (action: Action) => ('choice' in action ? action.choice : undefined);

/** The button of an action, busy while the action runs, and held while another one does. */
export function Act({ action, look = 'outlined', className, state, send, children }: ActProps) {
  const { busy } = state;
  return (
    <Button
      look={look}
      running={busy && busy.do === action.do && choiceOf(busy) === choiceOf(action)}
      {...(className && { className })}
      onPress={() => send({ type: 'pressed', action })}
    >
      {children}
    </Button>
  );
}

/** The two answers to the question of a row: its action, or nothing. */
export function Answers({ entry, ...props }: ActProps & { entry: RowEntry }) {
  return (
    <div className="answers">
      <Button look="outlined" onPress={() => props.send({ type: 'unfolded', entry })}>
        {MANAGE.cancel}
      </Button>
      <Act {...props} />
    </div>
  );
}

/** Six digits from the authenticator app or an email, which submit themselves. */
export function CodeField({
  label,
  state: { busy, code, said },
  send,
}: ManageProps & { label: Elements }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <label className="labelled">
      {label}
      <input
        ref={field}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
        value={code}
        aria-disabled={busy && true}
        aria-invalid={said?.what === 'wrongCode' || undefined}
        onChange={(event) => send({ type: 'codeTyped', text: event.target.value })}
        className="field digits"
      />
    </label>
  );
}

type NamingProps = { name: string; children: string };

/** A sentence with an address in it, which a translator leaves as it is. */
export function Naming({ name, children: sentence }: NamingProps) {
  const [before, ...after] = sentence.split(name);
  return (
    <span>
      <span>{before}</span>
      <bdi translate="no">{name}</bdi>
      <span>{after.join(name)}</span>
    </span>
  );
}
