import { defineConfig } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.ts';

const { executablePath, args, env } = await findBrowser();

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  fullyParallel: true,
  // Two for each of two cores: a test waits for the screen's own times (500 ms, 800 ms, 1500 ms) more than half of its time.
  workers: 4,
  forbidOnly: true,
  reporter: 'line',
  // On a busy machine every step takes longer; a test that passes waits for none of these.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1000, height: 800 },
    // Without `reuseContext`: it saves a tenth of a second a test, and the clock of the test before breaks others.
    // Motion costs a frame in 16 ms; the tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath, args, env },
  },
});
