/** Takes the pictures of docs/pictures/: every state of the screen, light and dark, on a phone and on a desk. */

import { fileURLToPath } from 'node:url';
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { StandIn } from '../test/browser/stand-in/stand-in.ts';
import { JANE, Visitor } from '../test/browser/visitor.ts';
import { findBrowser } from './browser.ts';

const FOLDER = fileURLToPath(new URL('../docs/pictures/', import.meta.url));

/** The date on the postmark. */
const TODAY = new Date('2026-11-21T10:00:00+01:00');

const DEVICES = {
  desk: { viewport: { width: 1000, height: 760 }, deviceScaleFactor: 1.5 },
  phone: { viewport: { width: 360, height: 720 }, deviceScaleFactor: 2 },
} satisfies Record<string, BrowserContextOptions>;

type Scene = (visitor: Visitor, service: StandIn) => Promise<void>;

const result: Scene = async (visitor) => {
  await visitor.createAlias(JANE);
  await visitor.page.clock.runFor(5000);
};

/** A test mail was delivered. */
const receipt: Scene = async (visitor, service) => {
  await result(visitor, service);
  await visitor.sendTestMail();
  await visitor.page.clock.runFor(1500);
  await visitor.text(/^Delivered to/).waitFor();
  await visitor.page.clock.runFor(5000);
};

const SCENES: Record<string, Scene> = {
  form: async (visitor) => {
    await visitor.page.goto('/');
  },
  filled: async (visitor) => {
    await visitor.page.goto('/');
    await visitor.email.fill(JANE);
    await visitor.page.clock.runFor(500);
    await visitor.generate.waitFor();
  },
  invalid: async (visitor) => {
    await visitor.page.goto('/');
    await visitor.email.fill('jane.doe@example');
    await visitor.page.clock.runFor(500);
  },
  locked: async (visitor, service) => {
    service.table.insert({ real_email: JANE, alias_email: 'alias-4827@veilpost.example' });
    await visitor.page.goto('/');
    await visitor.email.fill(JANE);
    await visitor.page.clock.runFor(500);
    await visitor.text('Your current alias:').waitFor();
    await visitor.page.keyboard.press('Tab');
    await visitor.email.blur();
  },
  result: receipt,
  copied: async (visitor, service) => {
    await result(visitor, service);
    await visitor.button('Copy Alias').click();
    await visitor.button('Copied!').waitFor();
  },
  disabled: async (visitor, service) => {
    await receipt(visitor, service);
    await visitor.forwarding.click();
    await visitor.text('Disabled').waitFor();
  },
  dialog: async (visitor, service) => {
    await result(visitor, service);
    await visitor.button('Send Test Mail').click();
    await visitor.dialog.getByLabel('Message').fill('If you can read this, forwarding works.');
    await visitor.dialog.getByLabel('Subject').fill('Hello from the other side');
  },
  refused: async (visitor, service) => {
    service.faults.fail('testMail', { status: 503, body: { code: 'deferred' } });
    await result(visitor, service);
    await visitor.sendTestMail();
    await visitor.page.clock.runFor(1500);
    await visitor.text(/could not be delivered/).waitFor();
  },
  toasts: async (visitor, service) => {
    await visitor.createAlias(JANE);
    service.faults.fail('update', { status: 500 });
    await visitor.forwarding.click();
    await visitor.text(/^Failed to update/).waitFor();
  },
};

const { executablePath, args, env } = await findBrowser();
const browser = await chromium.launch({ executablePath, args, env });
const wanted = process.argv.slice(2);
try {
  for (const [name, scene] of Object.entries(SCENES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for (const [device, options] of Object.entries(DEVICES)) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await take(`${name}-${device}-${colorScheme}`, scene, { ...options, colorScheme });
      }
    }
  }
} finally {
  await browser.close();
}

async function take(name: string, scene: Scene, options: BrowserContextOptions): Promise<void> {
  const service = new StandIn();
  const context = await browser.newContext({
    ...options,
    baseURL: await service.listen(),
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    permissions: ['clipboard-write'],
  });
  try {
    const page = await context.newPage();
    await prepare(page);
    const visitor = new Visitor(page);
    await scene(visitor, service);
    // A dialog covers what is seen, not the whole page.
    const fullPage = !(await visitor.dialog.isVisible());
    await page.screenshot({ path: `${FOLDER}${name}.png`, fullPage, animations: 'disabled' });
    console.log(name);
  } finally {
    await context.close();
    await service.close();
  }
}

/** The same chance and the same time in every picture. */
async function prepare(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Math.random = () => 0.4253;
  });
  await page.clock.install({ time: TODAY });
}
