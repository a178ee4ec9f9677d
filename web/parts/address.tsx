import { Fragment } from 'react';

/** An address as running text: shown whole, broken before its at sign or after a dot, from left to right in every language. */
export function Address({ children: address }: { children: string }) {
  return (
    <bdi dir="ltr" translate="no" className="font-mono wrap-anywhere">
      {breakable(address)}
    </bdi>
  );
}

/** An address with its places for a line break (without a look-behind, which Safari before 16.4 cannot read); elsewhere it is broken only where it does not fit. */
export const breakable = (address: string) =>
  (address.match(/@?[^.@]+\.?|[.@]/g) ?? []).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      <span>{part}</span>
    </Fragment>
  ));
