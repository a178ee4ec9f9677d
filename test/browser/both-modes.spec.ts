import type { Browser, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { StandIn } from './stand-in/stand-in.ts';
import { STATES } from './states.ts';
import { JANE, Visitor } from './visitor.ts';

/** Before an address is confirmed no test mail is sent. */
const NEEDS_OWNER = /dialog|receipt/;

/** The page as its roles, names and states, from top to bottom; each alias has a number of its own. */
async function shown(page: Page): Promise<string[]> {
  const tree = await page.locator('body').ariaSnapshot();
  return tree.replaceAll(/alias-\d+/g, 'alias-N').split(/\n */);
}

/** The same state where addresses are not confirmed. */
async function specified(browser: Browser, reach: (typeof STATES)[string]): Promise<string[]> {
  const service = new StandIn();
  const context = await browser.newContext({ baseURL: await service.listen() });
  const page = await context.newPage();
  await reach(new Visitor(page), service);
  const lines = await shown(page);
  await context.close();
  await service.close();
  return lines;
}

for (const [state, reach] of Object.entries(STATES)) {
  test.describe(state, () => {
    test.use({ ownership: 'confirmed', owner: NEEDS_OWNER.test(state) ? JANE : '' });

    test(`O03 ${state} shows all that is specified, in its order, where addresses are confirmed`, async ({
      browser,
      visitor,
      service,
    }) => {
      const lines = await specified(browser, reach);
      expect(lines.length).toBeGreaterThan(5);
      await reach(visitor, service);
      const all = await shown(visitor.page);
      let below = 0;
      const missing = lines.filter((line) => {
        const found = all.indexOf(line, below);
        if (found >= 0) below = found + 1;
        return found < 0;
      });
      expect(missing).toEqual([]);
    });
  });
}
