import { defineConfig } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.ts';

const { executablePath, args, env } = await findBrowser();

// Playwright takes a stack for each step of a test and maps it by a function of this name: that was a tenth of all CPU, and
// there is nothing to map, as Node strips the types without moving a line or a column.
Reflect.deleteProperty(Error, 'prepareStackTrace');

export default defineConfig({
  build: { external: ['**'] },
  testDir: '.',
  globalSetup: './pseudo-language.ts',
  outputDir: '../../test-results/failures',
  fullyParallel: true,
  // Two for each of two cores: a test waits for the screen's own times (500 ms, 800 ms, 1500 ms) more than half of its time.
  workers: 4,
  forbidOnly: true,
  reporter: 'line',
  // On a busy machine every step takes longer; a passing test does not wait for these timeouts.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1000, height: 800 },
    // Without `reuseContext`: it saves a tenth of a second a test, and the clock of one test breaks the next.
    // Motion costs a frame each 16 ms; the tests of motion enable it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath, args, env },
  },
});
