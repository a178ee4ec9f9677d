import { defineConfig } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.ts';
import type { Options } from './fixtures.ts';
import { JANE } from './visitor.ts';

const { executablePath, args, env } = await findBrowser();

/**
 * O03: the specified screen stays the same with confirmed addresses. Before an address is confirmed no test mail is
 * sent, so test mails need an owner.
 */
const CONFIRMED = [
  {
    name: 'O03 ticket',
    testMatch: /(?:errors|form|history|locked|motion|names|result|times|typing)\.spec\.ts/,
    grepInvert: /test mail/,
    use: { ownership: 'confirmed' },
  },
  {
    name: 'O03 owner',
    testMatch: /(?:dialog|errors|locked|test-mail|times)\.spec\.ts/,
    grep: /test mail|dialog|receipt|Enter/,
    use: { ownership: 'confirmed', owner: JANE },
  },
] as const;

export default defineConfig<Options>({
  testDir: '.',
  outputDir: '../../test-results',
  fullyParallel: true,
  workers: 2,
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
