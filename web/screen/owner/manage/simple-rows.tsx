import { isEmail } from '#rules/address.ts';
import { typedAddress } from '#rules/typed-address.ts';
import { Act, CodeField, type ManageProps, Row } from './row.tsx';
import { ADDRESS, SWITCH_OFF } from './texts.ts';

export function AddressRow(props: ManageProps) {
  const { state, send } = props;
  const email = typedAddress(state.address);
  const action = { do: 'changeAddress', email } as const;
  const { newEmail } = state.facts;
  return (
    <Row entry="address" {...props}>
      <p className="text-ink-2">{ADDRESS.why}</p>
      <label className="labelled">
        {ADDRESS.label}
        <input
          type="text"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          dir="auto"
          value={state.address}
          onChange={(event) => send({ type: 'addressTyped', email: event.target.value })}
          onKeyDown={(event) =>
            event.key === 'Enter' && isEmail(email) && send({ type: 'pressed', action })
          }
          className="field h-12 px-4"
        />
      </label>
      <Act action={action} look={isEmail(email) ? 'inked' : 'off'} {...props}>
        {ADDRESS.change}
      </Act>
      {newEmail && <CodeField label={ADDRESS.code(newEmail)} {...props} />}
    </Row>
  );
}

export function LinkRow(props: ManageProps) {
  return (
    <Row entry="link" {...props}>
      <p className="text-ink-2">{SWITCH_OFF.why}</p>
      <Act action={{ do: 'renewLink' }} {...props}>
        {SWITCH_OFF.renew}
      </Act>
    </Row>
  );
}
