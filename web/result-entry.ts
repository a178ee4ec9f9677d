/**
 * The result as an entry of the tab's history. The entry holds the real address, for a later look-up; it is sent
 * nowhere and ends with the tab (docs/decisions/history-and-keys.md).
 */

/** The address of the present entry's result; undefined: the entry is the form's. */
export function resultAddress(): string | undefined {
  const address: unknown = history.state?.result;
  return typeof address === 'string' ? address : undefined;
}
