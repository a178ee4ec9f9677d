import { Fragment } from 'react';

/** A copy of parts/address.tsx, whose script may have come under another address: it must not be imported. */
export function WholeAddress({ children: address }: { children: string }) {
  return (
    <bdi dir="ltr" translate="no" className="font-mono text-ink wrap-anywhere">
      {(address.match(/@?[^.@]+\.?|[.@]/g) ?? []).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          <span>{part}</span>
        </Fragment>
      ))}
    </bdi>
  );
}
