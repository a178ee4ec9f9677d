/** `npm run icons`: the icons of web/public/. They are committed: a build needs no browser. See --help. */

import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import { commandLine } from './shared/command-line.ts';
import { StandIn } from '../test/browser/stand-in/stand-in.ts';
import { JANE, Visitor } from '../test/browser/visitor.ts';
import { MARK } from '#rules/stamp/drawing.ts';
import { findBrowser } from './browser.ts';
import { typefaces } from './pictures/typefaces.ts';
import { screenIsReady } from './screen.ts';

const FOLDER = fileURLToPath(new URL('../web/public/', import.meta.url));

/** Names and widths in pixels; each is a full square, whose corners the device rounds. */
const ICONS: Record<string, number> = {
  'apple-touch-icon': 180,
  'icon-192': 192,
  'icon-512': 512,
};

/** The date on the postmark. */
const TODAY = new Date('2026-11-22T10:00:00+01:00');

const USAGE = `Usage: npm run icons

Draws the icons of web/public/ from the mark, and the preview picture for shared links from the built screen.`;

commandLine(USAGE, {});
if (!screenIsReady()) process.exit(1);
const { executablePath, args, env } = await findBrowser();
const fonts = typefaces();
const browser = await chromium.launch({ executablePath, args, env: { ...env, ...fonts.env } });
try {
  for (const [name, width] of Object.entries(ICONS)) await drawIcon(browser, name, width);
  await takeSharePicture(browser);
} finally {
  await browser.close();
  fonts.remove();
}

/** The mark takes half of the width: within the circle that every mask shows. */
async function drawIcon(by: Browser, name: string, width: number): Promise<void> {
  const page = await by.newPage({ viewport: { width, height: width } });
  await page.setContent(
    `<body style="margin:0"><svg viewBox="0 0 64 64" width="${width}" style="display:block">` +
      `<path fill="#1b4880" d="M0 0h64v64H0z"/>` +
      `<path fill="#fff" transform="translate(14 14.500) scale(1.125)" d="${MARK}"/></svg>`,
  );
  await page.screenshot({ path: `${FOLDER}${name}.png` });
  await page.close();
}

/** The sealed envelope on 1200 x 630 pixels, the usual size for the Open Graph protocol. */
async function takeSharePicture(by: Browser): Promise<void> {
  const service = new StandIn();
  service.table.now = () => TODAY.getTime();
  const context = await by.newContext({
    baseURL: await service.listen(),
    viewport: { width: 800, height: 420 },
    deviceScaleFactor: 1.5,
    colorScheme: 'light',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(() => {
      Math.random = () => 0.4253;
    });
    await page.clock.install({ time: TODAY });
    const visitor = new Visitor(page);
    await visitor.createAlias(JANE);
    await visitor.pass(5000);
    await page.screenshot({ path: `${FOLDER}share.png`, animations: 'disabled' });
  } finally {
    await context.close();
    await service.close();
  }
}
