import type { HtmlEscapedString } from 'hono/utils/html';

/** The result of Hono's template tag `html`: HTML whose values are escaped. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;
