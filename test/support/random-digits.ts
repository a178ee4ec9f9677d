/** Messages without their random letters, which by chance have each short word that a test searches for, such as a name. */

/** Without the digits of its signatures. @param mail the whole of it, or its header, folded or not */
export const withoutSignatures = (mail: string): string =>
  mail.replaceAll(/\b(bh?)=[\w+/=]+(?:(?:\r?\n)?[ \t]+[\w+/=]+)*/g, '$1=');

/** Without those of its ids, reply addresses and return paths either, whose keys are random too. */
export const withoutRandomDigits = (mail: string): string =>
  withoutSignatures(mail)
    .replaceAll(/\bm\.[\w-]{17,}(?=@)/g, 'm.')
    .replaceAll(/\br[a-d][a-z2-7]{15,}(?=@)/g, 'r')
    .replaceAll(/\bsrsr=[a-z2-7]+=[a-z2-7]+(?=@)/g, 'srsr=')
    // Those of Python's `email`.
    .replaceAll(/\b\d+\.\d+\.\d+(?=@)/g, '');
