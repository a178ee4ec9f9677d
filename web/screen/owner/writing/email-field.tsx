import { isEmail } from '#rules/address.ts';
import { typedAddress } from '#rules/typed-address.ts';
import type { Action } from '../manage/actions.ts';
import type { ManageProps } from '../manage/machine.ts';
import { Act } from '../manage/row.tsx';

type EmailFieldProps = ManageProps & {
  label: string;
  /** As it is typed. */
  value: string;
  onType: (email: string) => void;
  /** The action with the address. */
  action: (email: string) => Action;
  /** The text of its button. */
  children: string;
};

/** A field for an address, and the button of an action with it; Enter presses that too. */
export function EmailField({ label, value, onType, action, children, ...props }: EmailFieldProps) {
  const email = typedAddress(value);
  const press = action(email);
  return (
    <>
      <label className="labelled">
        <span>{label}</span>
        <input
          type="text"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          value={value}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={(event) =>
            event.key === 'Enter' &&
            !event.nativeEvent.isComposing &&
            isEmail(email) &&
            props.send({ type: 'pressed', action: press })
          }
          className="field h-12 px-4"
        />
      </label>
      <Act action={press} look={isEmail(email) ? 'inked' : 'off'} {...props}>
        {children}
      </Act>
    </>
  );
}
