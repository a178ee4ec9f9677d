/** `npm run pictures`: the pictures of docs/pictures/ and web/public/. See --help. */

import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { commandLine, refuse } from './shared/command-line.ts';
import { StandIn } from '../test/browser/stand-in/stand-in.ts';
import { Visitor } from '../test/browser/visitor.ts';
import { findBrowser } from './browser.ts';
import { MARK } from '#rules/stamp/drawing.ts';
import { SCENES, type Scene, sealed } from './pictures/scenes.ts';
import { typefaces } from './pictures/typefaces.ts';
import { screenIsReady } from './screen.ts';

const FOLDER = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
/** Its pictures are committed: a build needs no browser. */
const PUBLIC = fileURLToPath(new URL('../web/public/', import.meta.url));

/** The date on the postmark. */
const TODAY = new Date('2026-11-22T10:00:00+01:00');

/** By the prefix of the picture's name. */
const DEVICES: Record<string, BrowserContextOptions> = {
  '': { viewport: { width: 720, height: 640 }, deviceScaleFactor: 1.5 },
  'phone-': { viewport: { width: 360, height: 720 }, deviceScaleFactor: 1.5 },
};

/** Names and widths in pixels; each is a full square, whose corners the device rounds. */
const ICONS: Record<string, number> = {
  'apple-touch-icon': 180,
  'icon-192': 192,
  'icon-512': 512,
};

const NAMES = [...Object.keys(SCENES), 'replies', 'icons'];

const USAGE = `Usage: npm run pictures [-- STATE ...]

Takes the pictures of docs/pictures/: every state of the screen, light and dark, on a desktop and on a phone, and one
thread in both mailboxes (replies).
  STATE  only this one: ${NAMES.join(' ')}
         icons, only by name: the icons of web/public/, and the preview picture for shared links`;

const { positionals: wanted } = commandLine(USAGE, { allowPositionals: true });
const unknown = wanted.find((name) => !NAMES.includes(name));
if (unknown !== undefined) refuse(`Unknown state '${unknown}'`);
if (!screenIsReady()) process.exit(1);
const { executablePath, args, env } = await findBrowser();
const fonts = typefaces();
const browser = await chromium.launch({ executablePath, args, env: { ...env, ...fonts.env } });
try {
  for (const [name, scene] of Object.entries(SCENES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for (const [device, options] of Object.entries(DEVICES)) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await take(`${FOLDER}${device}${name}-${colorScheme}`, scene, { ...options, colorScheme });
      }
    }
  }
  if (wanted.length === 0 || wanted.includes('replies')) {
    for (const colorScheme of ['light', 'dark'] as const) await takeThread(colorScheme);
  }
  if (wanted.includes('icons')) {
    for (const [name, width] of Object.entries(ICONS)) await drawIcon(name, width);
    // The usual size for the Open Graph protocol, 1200 x 630 pixels.
    const viewport = { width: 800, height: 420 };
    const options = { viewport, deviceScaleFactor: 1.5, colorScheme: 'light' } as const;
    await take(`${PUBLIC}share`, sealed, options, false);
  }
} finally {
  await browser.close();
  fonts.remove();
}

/** One thread in both mailboxes, which none of our pages shows. */
async function takeThread(colorScheme: 'light' | 'dark'): Promise<void> {
  const viewport = { width: 1040, height: 640 };
  const context = await browser.newContext({ viewport, deviceScaleFactor: 1.5, colorScheme });
  const page = await context.newPage();
  await page.goto(new URL('pictures/thread.html', import.meta.url).href);
  await page.screenshot({ path: `${FOLDER}replies-${colorScheme}.png`, fullPage: true });
  console.log(`replies-${colorScheme}`);
  await context.close();
}

/** The mark takes half of the width: within the circle that every mask shows. */
async function drawIcon(name: string, width: number): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height: width } });
  await page.setContent(
    `<body style="margin:0"><svg viewBox="0 0 64 64" width="${width}" style="display:block">` +
      `<path fill="#1b4880" d="M0 0h64v64H0z"/>` +
      `<path fill="#fff" transform="translate(14 14.500) scale(1.125)" d="${MARK}"/></svg>`,
  );
  await page.screenshot({ path: `${PUBLIC}${name}.png` });
  await page.close();
}

/** @param file without its ending @param isWhole the whole page, unless something covers the visible part */
async function take(
  file: string,
  scene: Scene,
  options: BrowserContextOptions,
  isWhole = true,
): Promise<void> {
  const service = new StandIn();
  service.table.now = () => TODAY.getTime();
  const context = await browser.newContext({
    ...options,
    // An IP address cannot be a relying party of passkeys.
    baseURL: (await service.listen()).replace('127.0.0.1', 'localhost'),
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    permissions: ['clipboard-write'],
  });
  try {
    const page = await context.newPage();
    await prepare(page);
    const visitor = new Visitor(page);
    await scene(visitor, service);
    // A dialog or the dock does so.
    const fullPage = isWhole && !(await page.locator('dialog[open], .dock').first().isVisible());
    await page.screenshot({ path: `${file}.png`, fullPage, animations: 'disabled' });
    console.log(basename(file));
  } finally {
    await context.close();
    await service.close();
  }
}

/** The same random numbers and the same time in every picture. */
async function prepare(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Math.random = () => 0.4253;
  });
  await page.clock.install({ time: TODAY });
}
