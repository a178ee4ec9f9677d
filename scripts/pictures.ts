/** `npm run pictures`: the pictures of docs/pictures/. See --help. */

import { fileURLToPath } from 'node:url';
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { commandLine, refuse } from './shared/command-line.ts';
import { StandIn } from '../test/browser/stand-in/stand-in.ts';
import { Visitor } from '../test/browser/visitor.ts';
import { findBrowser } from './browser.ts';
import { SCENES, type Scene } from './pictures/scenes.ts';
import { typefaces } from './pictures/typefaces.ts';
import { screenIsReady } from './screen.ts';

const FOLDER = fileURLToPath(new URL('../docs/pictures/', import.meta.url));

/** The date on the postmark. */
const TODAY = new Date('2026-11-22T10:00:00+01:00');

/** By the prefix of the picture's name. */
const DEVICES: Record<string, BrowserContextOptions> = {
  '': { viewport: { width: 720, height: 640 }, deviceScaleFactor: 1.5 },
  'phone-': { viewport: { width: 360, height: 720 }, deviceScaleFactor: 1.5 },
};

const NAMES = [...Object.keys(SCENES), 'replies'];

const USAGE = `Usage: npm run pictures [-- STATE ...]

Takes the pictures of docs/pictures/: every state of the screen, light and dark, on a desktop and on a phone, and one
thread in both mailboxes (replies).
  STATE  only this one: ${NAMES.join(' ')}`;

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
        await take(`${device}${name}-${colorScheme}`, scene, { ...options, colorScheme });
      }
    }
  }
  if (wanted.length === 0 || wanted.includes('replies')) {
    for (const colorScheme of ['light', 'dark'] as const) await takeThread(colorScheme);
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

async function take(name: string, scene: Scene, options: BrowserContextOptions): Promise<void> {
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
    // A dialog or the dock covers the visible part, not the whole page.
    const fullPage = !(await page.locator('dialog[open], .dock').first().isVisible());
    await page.screenshot({ path: `${FOLDER}${name}.png`, fullPage, animations: 'disabled' });
    console.log(name);
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
