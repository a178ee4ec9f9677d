import type { ReactElement } from 'react';

/** Elements beside others, and not text: a translator may take a text away (test/screen-texts.test.ts). */
export type Elements = ReactElement | boolean | null | undefined | readonly Elements[];
