import { useId, useState } from 'react';
import { KEYS, LOCALE } from '#languages/en/aliases.ts';
import { AlertLine } from '../../../parts/alert-line.tsx';
import { Button } from '../../../parts/button.tsx';
import { Icon } from '../../../parts/icon.tsx';
import type { AliasesListParts } from '../aliases/script.ts';
import {
  type KeyFailure,
  keyFailureOf,
  type ListedKey,
  listKeys,
  type NewKey,
  revokeKey,
} from './calls.ts';
import { failureText, KeyForm } from './form.tsx';
import { ShownKey } from './shown-key.tsx';

/** 'Apps that can use your aliases': the API keys, loaded when it is unfolded. */
export function KeysFold({ parts }: { parts: AliasesListParts }) {
  const [keys, setKeys] = useState<readonly ListedKey[]>();
  const [step, setStep] = useState<'list' | 'form' | NewKey>('list');
  const [failure, setFailure] = useState<KeyFailure>();

  async function attempt(call: () => Promise<void>) {
    setFailure(undefined);
    try {
      await call();
    } catch (error) {
      if (!parts.hasEnded()) setFailure(keyFailureOf(error));
    }
  }

  const read = () => attempt(async () => setKeys(await listKeys(parts)));

  const revoke = (id: string) =>
    attempt(async () => {
      await revokeKey(parts, id);
      setKeys((all) => all?.filter((key) => key.id !== id));
    });

  return (
    <details
      className="group"
      onToggle={(event) => {
        if (event.currentTarget.open) void read();
      }}
    >
      <summary>
        <h3 className="group-name">{KEYS.title}</h3>
        <Icon name="chevron" />
      </summary>
      <div className="unfolded">
        {keys?.length === 0 && step === 'list' && <p className="text-ink-2">{KEYS.none}</p>}
        {keys !== undefined && keys.length > 0 && (
          <ul className="keys">
            {keys.map((key) => (
              <KeyItem key={key.id} apiKey={key} revoke={() => revoke(key.id)} />
            ))}
          </ul>
        )}
        {step === 'list' && keys !== undefined && (
          <Button look="outlined" onPress={() => setStep('form')}>
            {KEYS.make}
          </Button>
        )}
        {step === 'form' && (
          <KeyForm
            parts={parts}
            made={(key) => {
              setKeys((all) => [...(all ?? []), key]);
              setStep(key);
            }}
            cancel={() => setStep('list')}
          />
        )}
        {typeof step === 'object' && (
          <ShownKey
            apiKey={step.key}
            server={parts.config.url === '' ? location.origin : parts.config.url}
            done={() => setStep('list')}
          />
        )}
        {failure !== undefined && <AlertLine role="alert">{failureText(failure)}</AlertLine>}
      </div>
    </details>
  );
}

/** A key. Its revocation asks: a press that was meant for something else must not stop an app. */
function KeyItem({ apiKey, revoke }: { apiKey: ListedKey; revoke: () => Promise<void> }) {
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);
  const id = useId();
  const { name, scope, made_at, used_on } = apiKey;
  const day = (iso: string) =>
    new Date(iso).toLocaleDateString(LOCALE, { day: 'numeric', month: 'short', year: 'numeric' });

  async function press() {
    // Pressed twice, the second call would fail.
    if (busy) return;
    setBusy(true);
    await revoke();
    setBusy(false);
  }

  return (
    <li>
      <span>
        <bdi className="font-semibold">{name}</bdi>
        {/* Its sentence speaks of the one above it. */}
        {scope === 'delete' && <span className="key-facts">{KEYS.scopes.manage}</span>}
        <span className="key-facts">{KEYS.scopes[scope]}</span>
        <span className="key-facts">
          <span>{KEYS.made(day(made_at))}</span>
          <span>{used_on === null ? KEYS.unused : KEYS.used(day(used_on))}</span>
        </span>
      </span>
      <button
        type="button"
        className="link underline danger"
        aria-label={KEYS.revokeOf(name)}
        aria-expanded={asks}
        aria-controls={id}
        onClick={() => setAsks(!asks)}
      >
        {KEYS.revoke}
      </button>
      <div id={id} className="unfolded" hidden={!asks}>
        {asks && (
          <>
            <p>{KEYS.revokeWhy}</p>
            <div className="answers">
              <Button look="outlined" onPress={() => setAsks(false)}>
                {KEYS.cancel}
              </Button>
              <Button
                look={busy ? 'busy' : 'outlined'}
                className="danger"
                onPress={() => void press()}
              >
                {KEYS.revoke}
              </Button>
            </div>
          </>
        )}
      </div>
    </li>
  );
}
