import { defineConfig } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.ts';
import type { Options } from './fixtures.ts';
import { JANE } from './visitor.ts';

const { executablePath, args, env } = await findBrowser();

/**
 * O03: both-modes.spec.ts shows that the specified screen stays the same with confirmed addresses. These tests ask more
 * than a state of it: calls with the creator's ticket, and test mails, which need an owner.
 */
const CONFIRMED = [
  {
    name: 'O03 ticket',
    testMatch: /(?:errors|history|locked|result)\.spec\.ts/,
    grep: new RegExp(
      [
        'a creation that returns a row without an alias',
        'a switch whose saving matches no row',
        'a name that another visitor takes between check and insert',
        'a reload of the result looks the address up again',
        'a visitor who comes back from another page',
        'a result whose alias is gone is the form',
        'a reload without a server keeps the address',
        'an alias that is off is switched on again at a later visit',
        'quick clicks on the switch end in the last wish',
        'an alias that was switched off in another tab',
      ].join('|'),
    ),
    use: { ownership: 'confirmed' },
  },
  {
    name: 'O03 owner',
    testMatch: /(?:errors|test-mail|times)\.spec\.ts/,
    grep: new RegExp(
      [
        'a second test mail within a minute',
        'a test mail to an alias that was switched off elsewhere',
        'a live test mail goes to the service once',
        'a test mail that is not answered',
        'the next test mail may be sent 60 s after the last',
      ].join('|'),
    ),
    use: { ownership: 'confirmed', owner: JANE },
  },
] as const;

export default defineConfig<Options>({
  testDir: '.',
  outputDir: '../../test-results',
  fullyParallel: true,
  // Two for each of two cores: a test waits for the screen's own times (500 ms, 800 ms, 1500 ms) more than half of its time.
  workers: 4,
  forbidOnly: true,
  reporter: 'line',
  // On a busy machine every step takes longer; a test that passes waits for none of these.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1000, height: 800 },
    launchOptions: { executablePath, args, env },
  },
  projects: [{ name: 'as specified' }, ...CONFIRMED],
});
