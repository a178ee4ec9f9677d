import { LETTERS_IN } from '#languages/en/alias.ts';

/** Of a call that sends a test mail. In English the call is the specified one; the build leaves this out. */
export const IN_LANGUAGE = LETTERS_IN === 'en' ? {} : { language: LETTERS_IN };

/** Of a call that asks for a letter: Supabase's templates see `data` alone. */
export const WITH_LANGUAGE = LETTERS_IN === 'en' ? {} : { data: { language: LETTERS_IN } };
