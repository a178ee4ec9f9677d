/**
 * The result as an entry of the tab's history. The entry holds the real address, for a later look-up; it is sent
 * nowhere and ends with the tab (docs/decisions/history-and-keys.md).
 */

/** The address of the present entry's result; undefined: the entry is the form's. */
export function resultAddress(): string | undefined {
  const address: unknown = history.state?.result;
  return typeof address === 'string' ? address : undefined;
}

/** Adds the result's entry after the form's; there is never more than one. */
export function enterResult(address: string): void {
  const entry = { result: address };
  if (resultAddress() === undefined) history.pushState(entry, '');
  else history.replaceState(entry, '');
}

/** Back to the form's entry. */
export function leaveResult(): void {
  if (resultAddress() !== undefined) history.back();
}
