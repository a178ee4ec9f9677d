import { defineConfig } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.ts';

const { executablePath, args, env } = await findBrowser();

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  reporter: 'line',
  timeout: 20_000,
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1000, height: 800 },
    launchOptions: { executablePath, args, env },
  },
});
