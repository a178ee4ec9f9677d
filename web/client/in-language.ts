import { LETTERS_IN } from '#languages/en/alias.ts';

/** Of a call that writes a letter. In English the call is the specified one; the build leaves this out. */
export const IN_LANGUAGE = LETTERS_IN === 'en' ? {} : { language: LETTERS_IN };
