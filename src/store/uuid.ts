const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether the text is a UUID in its one stored spelling; PostgreSQL refuses to compare a uuid with any other text. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
