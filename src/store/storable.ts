/** Texts from outside that a database can store, or compare with a row. */

/**
 * Whether a database can store the text: no NUL (PostgreSQL does not allow it in a text), and no lone surrogate (it
 * would be stored as another character). No row has a text that is not storable.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** The name of the check that a row's text fails before the database sees it, or undefined. */
export function unstorableColumn(row: {
  real_email: string;
  alias_email: string;
}): string | undefined {
  if (!isStorable(row.real_email)) return 'real_email_form';
  return isStorable(row.alias_email) ? undefined : 'alias_email_form';
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether the text is a UUID in its one stored spelling; PostgreSQL refuses to compare a uuid with any other text. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
