import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { ALIASES_FAILED, KEYS } from '#languages/en/aliases.ts';
import { API_KEY_NAME_LENGTH, API_KEY_SCOPES, type ApiKeyScope } from '#rules/api-key.ts';
import { AlertLine } from '../../../parts/alert-line.tsx';
import { Button } from '../../../parts/button.tsx';
import type { AliasesListParts } from '../aliases/script.ts';
import { type KeyFailure, keyFailureOf, makeKey, type NewKey, prove } from './calls.ts';

type KeyFormProps = {
  parts: AliasesListParts;
  made: (key: NewKey) => void;
  cancel: () => void;
};

/** Name and scope of a new key; with a second factor its code, too. */
export function KeyForm({ parts, made, cancel }: KeyFormProps) {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<ApiKeyScope>('create');
  const [code, setCode] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<KeyFailure>();
  const field = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  const id = useId();
  const asksCode = code !== undefined;
  useEffect(() => (asksCode ? codeField : field).current?.focus(), [asksCode]);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (busy || name.trim() === '') return;
    setBusy(true);
    setFailure(undefined);
    try {
      if (code !== undefined) {
        await prove(parts, code);
        // A code works once: if the next call fails, it must not be sent again.
        setCode(undefined);
      }
      made(await makeKey(parts, { name, scope }));
    } catch (error) {
      if (parts.hasEnded()) return;
      const reason = keyFailureOf(error);
      if (reason === 'secondFactor') setCode('');
      else setFailure(reason);
      if (reason !== 'wrongCode') return;
      setCode('');
      codeField.current?.focus();
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className="unfolded" onSubmit={(event) => void submit(event)}>
      <label className="labelled">
        <span>{KEYS.name}</span>
        <input
          ref={field}
          type="text"
          dir="auto"
          value={name}
          maxLength={API_KEY_NAME_LENGTH}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
          className="field h-12 px-4"
        />
      </label>
      <fieldset className="scopes">
        <legend>{KEYS.scope}</legend>
        {API_KEY_SCOPES.map((one) => (
          <label key={one}>
            <input type="radio" name={id} checked={scope === one} onChange={() => setScope(one)} />
            <span>{KEYS.scopes[one]}</span>
          </label>
        ))}
      </fieldset>
      {code !== undefined && (
        <label className="labelled">
          <span>{KEYS.code}</span>
          <input
            ref={codeField}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            dir="ltr"
            value={code}
            aria-invalid={failure === 'wrongCode' || undefined}
            onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, '').slice(0, 6))}
            className="field digits"
          />
        </label>
      )}
      {failure !== undefined && <AlertLine role="alert">{failureText(failure)}</AlertLine>}
      <div className="answers">
        <Button look="outlined" onPress={cancel}>
          {KEYS.cancel}
        </Button>
        <Button look={busy ? 'busy' : name.trim() === '' ? 'off' : 'inked'} submit>
          {KEYS.create}
        </Button>
      </div>
    </form>
  );
}

/** What an owner reads about a call that has no result. */
export function failureText(failure: KeyFailure): string {
  if (failure === 'tooMany') return KEYS.tooMany;
  return failure === 'secondFactor' ? KEYS.code : ALIASES_FAILED[failure];
}
