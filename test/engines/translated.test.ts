/** The screen in Firefox and WebKit while the browser translates it: it works and shows the right texts. In Chromium: test/browser. */

import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { LINK, OWNER } from '#languages/en/owner.ts';
import { FORWARDING } from '#languages/de/alias.ts';
import { TEXTS } from '#languages/de/form.ts';
import { HISTORY } from '../browser/owner-history.ts';
import { StandIn } from '../browser/stand-in/stand-in.ts';
import { textsOfScreen, translated, translatePage } from '../browser/translator.ts';
import { type Engine, KEYS } from './engine.ts';
import { EngineVisitor } from './engine-visitor.ts';
import { startFirefox } from './firefox.ts';
import { startWebKit } from './webkit.ts';

const JANE = 'jane.doe@example.com';
const FIELD = 'Enter your real email';

for (const start of [startFirefox, startWebKit]) {
  const engine = await start();
  suite(engine.name, () => {
    after(() => engine.close());
    promises(engine);
  });
}

type Visit = { visitor: EngineVisitor; service: StandIn; open: (path: string) => Promise<void> };

function promises(engine: Engine): void {
  const promise = (
    name: string,
    ownership: 'open' | 'confirmed',
    visit: (visit: Visit) => Promise<void>,
  ) => {
    void test(`translated by the browser: ${name}`, async (t) => {
      const service = new StandIn();
      service.config.ownership = ownership;
      t.after(() => service.close());
      const url = await service.listen();
      const page = await engine.page('light');
      t.after(() => page.close());
      const visitor = new EngineVisitor(page, translated);
      await visit({
        visitor,
        service,
        async open(path) {
          await page.goto('about:blank');
          await visitor.goto(url + path);
          await page.run(translatePage);
        },
      });
      assert.deepEqual(await page.errors(), []);
    });
  };

  promise('form, result, test mail, and the second visit', 'open', async (visit) => {
    const { visitor, service, open } = visit;
    await open('/');
    await rightTexts(visitor);
    await visitor.fill(FIELD, `jane.doe@example${KEYS.enter}`);
    await visitor.sees('Please enter a valid email address');
    await rightTexts(visitor);
    const answer = service.faults.hold('lookUp');
    await visitor.fill(FIELD, JANE);
    await visitor.sees('Checking...');
    await rightTexts(visitor);
    answer();
    service.faults.fail('insert', { status: 500 }, 1);
    await visitor.press('button', 'Generate Alias');
    await visitor.sees('Failed to create alias. Please try again.');
    await rightTexts(visitor);
    const make = service.faults.hold('insert');
    await visitor.press('button', 'Generate Alias');
    await visitor.sees('Creating alias...');
    await rightTexts(visitor);
    make();
    await visitor.sees('Your alias is ready!');
    await rightTexts(visitor);
    await visitor.press('button', 'Copy Alias');
    await visitor.sees('Copied!');
    await rightTexts(visitor);
    service.faults.fail('update', { status: 500 }, 1);
    await visitor.press('switch', '');
    await visitor.sees('Failed to update forwarding status. Please try again.');
    await visitor.sees('Forwarding On');
    await rightTexts(visitor);
    await visitor.press('switch', '');
    await visitor.sees('Email forwarding is currently disabled');
    await rightTexts(visitor);
    await visitor.press('switch', '');
    await visitor.sees('Forwarding On');
    await rightTexts(visitor);

    service.faults.fail('testMail', { status: 502, body: { code: 'refused', smtp_code: 550 } }, 1);
    await visitor.press('button', 'Send Test Mail');
    await visitor.fill('Subject', 'Hello');
    await visitor.fill('Message', 'Does it arrive?');
    const send = service.faults.hold('testMail');
    await visitor.press('button', 'Send Test Mail');
    await visitor.sees('Sending...');
    await rightTexts(visitor);
    send();
    await visitor.seesNo('Sending...');
    await rightTexts(visitor);
    await visitor.press('button', 'Send Test Mail');
    await visitor.sees('Test mail forwarded successfully!');
    await rightTexts(visitor);

    await visitor.press('link', 'Back to main screen');
    await visitor.fill(FIELD, JANE);
    await visitor.sees('Free plan limit reached');
    await rightTexts(visitor);
    await visitor.press('switch', '');
    await visitor.sees('Disabled');
    await rightTexts(visitor);
  });

  promise('the page in German', 'open', async ({ visitor, service, open }) => {
    service.table.put({ real_email: JANE, alias_email: 'alias-2000@veilpost.example' });
    const answer = service.faults.hold('lookUp');
    await open('/de/');
    await visitor.fill(TEXTS.form.label, JANE);
    await visitor.sees(TEXTS.form.checking);
    await rightTexts(visitor);
    answer();
    await visitor.sees(TEXTS.form.limitReached);
    await rightTexts(visitor);
    await visitor.press('switch', '');
    await visitor.sees(FORWARDING.banner);
    await rightTexts(visitor);
  });

  promise('the step that is left, the code, and the owner', 'confirmed', async (visit) => {
    const { visitor, service, open } = visit;
    service.owners.history = HISTORY;
    await open('/');
    await visitor.createAlias(JANE);
    await visitor.sees(OWNER.oneStep);
    await rightTexts(visitor);
    const { code } = await service.owners.letterTo(JANE);
    await visitor.fill(OWNER.code, code === '418205' ? '418206' : '418205');
    await visitor.sees('This code is wrong or has expired.');
    await rightTexts(visitor);
    await visitor.fill(OWNER.code, code);
    await visitor.sees(OWNER.yours);
    await rightTexts(visitor);
    await visitor.press('text', OWNER.manage);
    await visitor.press('button', 'Pause for 1 hour');
    await visitor.press('button', OWNER.endPause);
    await visitor.sees(OWNER.yours);
    await rightTexts(visitor);
    for (const entry of ['end', 'history', 'lock', 'replyBody', 'write']) {
      await visitor.until((name) => {
        const row = document.querySelector<HTMLElement>(`[data-entry=${name}]:enabled`);
        row?.click();
        return row?.ariaExpanded === 'true';
      }, entry);
      await rightTexts(visitor);
    }
    await visitor.press('button', 'Delete this alias');
    await rightTexts(visitor);
    await visitor.press('button', 'Delete the alias');
    await visitor.sees('Your alias was deleted. No one will ever get its name again.');
    await rightTexts(visitor);
  });

  promise('the question of a link, and its answers', 'confirmed', async (visit) => {
    const { visitor, service, open } = visit;
    service.table.put({ real_email: JANE, alias_email: 'alias-2000@veilpost.example' });
    await open(`/#confirm=${'x'.repeat(43)}`);
    await visitor.sees(LINK.title);
    await rightTexts(visitor);
    await visitor.press('button', LINK.yes);
    await visitor.sees(LINK.expired);
    await rightTexts(visitor);
    service.faults.fail('deviceCode', { status: 200, body: { code: '274105', expires_in: 600 } });
    await open(`/#confirm=${await service.owners.letter(JANE)}`);
    await visitor.press('button', LINK.yes);
    await visitor.sees(OWNER.done);
    await visitor.sees('274105');
    await rightTexts(visitor);
  });
}

/** The page shows what the screen has rendered, completely translated. */
async function rightTexts(visitor: EngineVisitor): Promise<void> {
  const [meant, shown, left] = await visitor.until(textsOfScreen);
  assert.equal(shown, meant);
  assert.equal(left, '');
}
