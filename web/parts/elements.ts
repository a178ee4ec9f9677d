import type { ReactElement } from 'react';

/** What stands beside other elements, and is no text: a translator may take a text away (test/screen-texts.test.ts). */
export type Elements = ReactElement | boolean | null | undefined | readonly Elements[];
