import type { HtmlEscapedString } from 'hono/utils/html';

/** What the template tag `html` of Hono makes: HTML whose values are escaped. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;
