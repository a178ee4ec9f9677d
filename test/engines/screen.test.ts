/** The promises of the screen to a visitor and an owner, in Firefox and WebKit, some also while the browser translates the page. In Chromium: test/browser. */

import assert from 'node:assert/strict';
import { after, suite, test, type TestContext } from 'node:test';
import { StandIn } from '../browser/stand-in/stand-in.ts';
import { type ColorScheme, type Engine, KEYS } from './engine.ts';
import { EngineVisitor } from './engine-visitor.ts';
import { startFirefox } from './firefox.ts';
import { startWebKit } from './webkit.ts';

const JANE = 'jane.doe@example.com';
const ALIAS = 'alias-2000@veilpost.example';
const FIELD = 'Enter your real email';

for (const start of [startFirefox, startWebKit]) {
  const engine = await start();
  suite(engine.name, () => {
    after(() => engine.close());
    promises(engine);
  });
}

type Visit = { visitor: EngineVisitor; service: StandIn; url: string };

function promises(engine: Engine): void {
  const promise = (
    name: string,
    visit: (visit: Visit) => Promise<void>,
    options: VisitOptions = {},
  ) => {
    void test(name, (t) => visitOf(t, visit, options, false));
    if (options.translated) {
      void test(`translated by the browser: ${name}`, (t) => visitOf(t, visit, options, true));
    }
  };

  async function visitOf(
    t: TestContext,
    visit: (visit: Visit) => Promise<void>,
    { ownership = 'open', scheme = 'light' }: VisitOptions,
    translated: boolean,
  ) {
    const service = new StandIn();
    service.config.ownership = ownership;
    t.after(() => service.close());
    const url = await service.listen();
    const page = await engine.page(scheme);
    t.after(() => page.close());
    await visit({ visitor: new EngineVisitor(page, translated), service, url });
    assert.deepEqual(await page.errors(), []);
  }

  promise(
    'an address and Enter make an alias, which is copied and switched off and on',
    async ({ visitor, service, url }) => {
      await visitor.goto(url);
      await visitor.fill(FIELD, JANE + KEYS.enter);
      await visitor.sees('Your alias is ready!');
      const [row] = service.table.rows;
      await visitor.sees(row?.alias_email ?? '');
      await visitor.press('button', 'Copy Alias');
      await visitor.sees('Copied!');
      await visitor.press('switch', '');
      await visitor.sees('Email forwarding is currently disabled');
      await visitor.press('switch', '');
      await visitor.seesNo('Email forwarding is currently disabled');
      await visitor.served(() => row?.active ?? false);
    },
    { translated: true },
  );

  promise(
    'a test mail is written in a dialog, which Escape closes; the focus returns',
    async ({ visitor, url }) => {
      await visitor.goto(url);
      await visitor.createAlias(JANE);
      await visitor.press('button', 'Send Test Mail');
      await visitor.fill('Subject', 'Hello');
      await visitor.page.type(KEYS.escape);
      await visitor.until(() => document.activeElement?.textContent.trim() === 'Send Test Mail');
      await visitor.press('button', 'Send Test Mail');
      await visitor.fill('Subject', 'Hello');
      await visitor.fill('Message', 'Does it arrive?');
      await visitor.press('button', 'Send Test Mail');
      await visitor.until(() => document.body.innerText.includes('Delivered to mx.example.com'));
    },
  );

  promise(
    'the second visit finds the alias, and switches it',
    async ({ visitor, service, url }) => {
      const row = service.table.put({ real_email: JANE, alias_email: ALIAS, active: false });
      await visitor.goto(url);
      await visitor.fill(FIELD, JANE);
      await visitor.sees(ALIAS);
      await visitor.sees('Free plan limit reached');
      await visitor.press('switch', '');
      await visitor.seesNo('Email forwarding is currently disabled');
      await visitor.served(() => row.active);
    },
    { translated: true },
  );

  promise(
    'an owner who may have several aliases sees no word about an upgrade, and makes another; signed out it is the specified screen',
    async ({ visitor, service, url }) => {
      service.owners.most = 3;
      const row = service.table.put({ real_email: JANE, alias_email: ALIAS });
      service.owners.stateOf(row).confirmed = true;
      const session = await service.owners.session(JANE);
      await visitor.goto(url);
      await visitor.page.run((kept) => localStorage.setItem('veilpost.session', kept), session);
      await visitor.page.reload();
      await visitor.press('button', 'Show my alias');
      await visitor.press('button', 'New alias');
      await visitor.sees('2 of 3');
      await visitor.served(() => service.table.rows.length === 2);
      await visitor.sees('shown above');
      await visitor.seesNo('Upgrade coming soon');
      await visitor.seesNo('Free plan limit reached');
      await visitor.page.run(() => localStorage.clear());
      await visitor.page.goto('about:blank');
      await visitor.goto(url);
      await visitor.fill(FIELD, JANE + KEYS.enter);
      await visitor.sees('Send me a link');
      await visitor.seesNo('Your aliases');
    },
    { ownership: 'confirmed' },
  );

  promise(
    'if copying is refused, the address is selected, and the visitor is informed',
    async ({ visitor, service, url }) => {
      await visitor.goto(url);
      await visitor.createAlias(JANE);
      await visitor.page.run(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
      });
      await visitor.press('button', 'Copy Alias');
      await visitor.sees(
        'Copying is blocked by the browser. The address is selected: press Ctrl+C.',
      );
      assert.equal(
        await visitor.page.run(() => String(getSelection())),
        service.table.rows[0]?.alias_email,
      );
    },
  );

  promise(
    'Back leads to the main screen, Forward to the result, and a reload keeps it',
    async ({ visitor, url }) => {
      await visitor.goto(url);
      await visitor.createAlias(JANE);
      await visitor.page.run(() => history.back());
      await visitor.until(() => document.activeElement?.matches('input[name=email]'));
      assert.equal((await visitor.value(FIELD)).trim(), '');
      await visitor.page.run(() => history.forward());
      await visitor.sees('Your alias is ready!');
      const begun = await visitor.page.run(() => performance.timeOrigin);
      await visitor.page.reload();
      await visitor.until((before) => performance.timeOrigin !== before, begun);
      await visitor.sees('Your alias is ready!');
    },
  );

  promise(
    'a server that fails is named, and the next try succeeds',
    async ({ visitor, service, url }) => {
      service.faults.fail('insert', { status: 500 }, 1);
      await visitor.goto(url);
      await visitor.fill(FIELD, JANE);
      // During the look-up the button is disabled, and a press would be lost.
      await visitor.served(() => service.calls.at(-1)?.headers['x-real-email'] === JANE);
      await visitor.press('button', 'Generate Alias');
      await visitor.sees('Failed to create alias. Please try again.');
      await visitor.press('button', 'Generate Alias');
      await visitor.sees('Your alias is ready!');
    },
    { translated: true },
  );

  promise(
    'an owner confirms by the code, pauses the alias, ends the pause, and deletes it',
    async ({ visitor, service, url }) => {
      await visitor.goto(url);
      await visitor.createAlias(JANE);
      const { code } = await service.owners.letterTo(JANE);
      await visitor.fill('Code from the email', code);
      await visitor.sees('You manage this alias in this browser.');
      await visitor.press('text', 'Manage this alias');
      await visitor.press('button', 'Pause for 1 hour');
      await visitor.press('button', 'End the pause');
      await visitor.sees('You manage this alias in this browser.');
      await visitor.press('button', 'Delete this alias');
      await visitor.press('button', 'Delete the alias');
      await visitor.sees('Your alias was deleted. No one will ever get its name again.');
      assert.deepEqual(service.table.rows, []);
      assert.equal((await visitor.value(FIELD)).trim(), '');
    },
    { ownership: 'confirmed', translated: true },
  );

  for (const scheme of ['light', 'dark'] as const) {
    for (const width of [390, 1280]) {
      const wide = Math.max(width, engine.leastWidth);
      promise(
        `at ${wide} px, ${scheme}, form, result and dialog fit, in the colours of the scheme`,
        async ({ visitor, url }) => {
          await visitor.page.resize(width, 844);
          await visitor.goto(url);
          assert.equal(await visitor.page.run(() => innerWidth), wide);
          await fits(visitor, scheme);
          await visitor.createAlias(JANE);
          await fits(visitor, scheme);
          await visitor.press('button', 'Send Test Mail');
          await visitor.until(() => document.querySelector('dialog[open]') !== null);
          await fits(visitor);
        },
        { scheme },
      );
    }
  }
}

type VisitOptions = {
  ownership?: 'open' | 'confirmed';
  scheme?: ColorScheme;
  /** Again in a page that the browser translates. */
  translated?: true;
};

/** Colours of the page and of its text. */
const COLOURS: Record<ColorScheme, readonly [page: string, text: string]> = {
  light: ['rgb(242, 246, 248)', 'rgb(17, 32, 43)'],
  dark: ['rgb(11, 17, 21)', 'rgb(230, 238, 243)'],
};

/** No element is wider than the window. @param scheme of the colours; absent: a dialog darkens the page */
async function fits(visitor: EngineVisitor, scheme?: ColorScheme): Promise<void> {
  const [overflow, page, text] = await visitor.page.run(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const { backgroundColor } = getComputedStyle(document.documentElement);
    const { color } = getComputedStyle(document.body);
    return [scrollWidth - clientWidth, backgroundColor, color] as const;
  });
  assert.ok(overflow <= 0, `${overflow} px too wide`);
  if (scheme) assert.deepEqual([page, text], COLOURS[scheme]);
}
