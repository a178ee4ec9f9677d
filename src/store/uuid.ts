const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether the text is a UUID in the one spelling that is stored; PostgreSQL refuses to compare a uuid with anything else. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
