/**
 * The result as an entry of the tab's history. The entry holds the real address, which a later look-up needs; it is sent
 * nowhere and ends with the tab (docs/decisions/0061-the-result-is-an-entry-of-the-browser-history.md).
 */

/** The address of the result that the present entry is for; undefined: it is the form's. */
export function resultAddress(): string | undefined {
  const address: unknown = history.state?.result;
  return typeof address === 'string' ? address : undefined;
}

/** Behind the form's entry comes the result's, of which there is never more than one. */
export function enterResult(address: string): void {
  const entry = { result: address };
  if (resultAddress() === undefined) history.pushState(entry, '');
  else history.replaceState(entry, '');
}

/** Back to the form's entry. */
export function leaveResult(): void {
  if (resultAddress() !== undefined) history.back();
}
