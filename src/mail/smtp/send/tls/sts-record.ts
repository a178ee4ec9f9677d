/** RFC 8461 section 3.1: the TXT record at `_mta-sts` of a domain, which announces a policy and its id. */

const IS_RECORD = /^v=STSv1[ \t]*;/;
const DELIMITER = /[ \t]*;[ \t]*/;
const ID = /^id=([A-Za-z\d]{1,32})$/;
const EXTENSION = /^[A-Za-z\d][\w.-]{0,31}=[\x21-\x3a\x3c\x3e-\x7e]+$/;

/**
 * The policy's id; undefined: the domain has none.
 * @param texts the texts of all TXT records at the name
 */
export function stsId(texts: readonly string[]): string | undefined {
  const [text, ...others] = texts.filter((one) => IS_RECORD.test(one));
  if (text === undefined || others.length > 0) return undefined;
  const fields = text.split(DELIMITER).slice(1);
  // A delimiter may follow the last field.
  if (fields.at(-1) === '') fields.pop();
  if (
    !fields.every((field) => ID.test(field) || (EXTENSION.test(field) && !field.startsWith('id=')))
  ) {
    return undefined;
  }
  return fields.flatMap((field) => ID.exec(field)?.[1] ?? [])[0];
}
