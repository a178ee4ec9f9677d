/** The configuration in the page: from our server, or from the build for a static host. */

import { PAGE_CONFIG_ELEMENT, type PageConfig } from '#rules/page.ts';
import { ALIAS_NUMBERS } from '#rules/plan.ts';

/** The footer's link in the prerendered page. */
export const MADE_IN: PageConfig['madeIn'] = import.meta.env.MADE_IN ?? {
  name: 'Vite',
  href: 'https://vite.dev/',
};

/** The defaults of missing values. */
const DEFAULTS: PageConfig = {
  url: '',
  key: '',
  domains: ['alias.localhost'],
  numbers: [ALIAS_NUMBERS.first, ALIAS_NUMBERS.last],
  ownership: 'open',
  testMail: 'live',
  madeIn: MADE_IN,
};

export function readPageConfig(page: Document): PageConfig {
  const carried = page.querySelector(`#${PAGE_CONFIG_ELEMENT}`)?.textContent ?? '{}';
  const config: PageConfig = { ...DEFAULTS, ...JSON.parse(carried) };
  return { ...config, url: config.url || page.location.origin };
}
