/** Firefox, by WebDriver BiDi over the port that it opens itself. */

import { rmSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bidi } from './bidi.ts';
import { type ColorScheme, type Engine, type EnginePage, middleOf, pressAt } from './engine.ts';
import { lineOf, startProgram } from './program.ts';

/** Firefox itself does not use the network. */
const PREFERENCES = `
user_pref('app.update.enabled', false);
user_pref('browser.shell.checkDefaultBrowser', false);
user_pref('datareporting.policy.dataSubmissionEnabled', false);
user_pref('network.captive-portal-service.enabled', false);
user_pref('network.connectivity-service.enabled', false);
user_pref('services.settings.server', 'data:,');
`;

/** Values of `layout.css.prefers-color-scheme.content-override`. */
const SCHEMES: Record<ColorScheme, number> = { dark: 0, light: 1 };

/** One browser for each scheme, because the preference belongs to the profile. */
export async function startFirefox(): Promise<Engine> {
  const started = new Map<ColorScheme, Promise<Browser>>();
  return {
    name: 'Firefox',
    leastWidth: 0,
    async page(scheme) {
      const browser = started.get(scheme) ?? startBrowser(scheme);
      started.set(scheme, browser);
      return openPage((await browser).bidi);
    },
    async close() {
      for (const browser of started.values()) await (await browser).close();
    },
  };
}

type Browser = { bidi: Bidi; close: () => Promise<void> };

async function startBrowser(scheme: ColorScheme): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'veilpost-firefox-'));
  const override = `user_pref('layout.css.prefers-color-scheme.content-override', ${SCHEMES[scheme]});`;
  writeFileSync(join(profile, 'user.js'), PREFERENCES + override);
  const { child, end } = startProgram(
    'firefox-esr',
    ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: profile, TZ: 'Europe/Berlin' },
    },
  );
  const url = await lineOf(child, 2, /WebDriver BiDi listening on (ws:\S+)/);
  const bidi = await Bidi.connect(`${url}/session`);
  await bidi.send('session.new', { capabilities: {} });
  await bidi.send('session.subscribe', { events: ['log.entryAdded'] });
  return {
    bidi,
    async close() {
      bidi.close();
      await end();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

async function openPage(bidi: Bidi): Promise<EnginePage> {
  const { userContext } = await bidi.send<{ userContext: string }>('browser.createUserContext', {});
  const { context } = await bidi.send<{ context: string }>('browsingContext.create', {
    type: 'tab',
    userContext,
  });
  const errors: string[] = [];
  bidi.onLogEntry = ({ type, text, source }) => {
    if (type === 'javascript' && source.context === context) errors.push(text);
  };
  const perform = (actions: object[]) => bidi.send('input.performActions', { context, actions });
  const page: EnginePage = {
    async goto(url) {
      await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async reload() {
      await bidi.send('browsingContext.reload', { context, wait: 'complete' });
    },
    async run(call, ...given) {
      const answer = await bidi.send<Evaluated>('script.evaluate', {
        expression: `(async () => JSON.stringify(await (${call.toString()})(...${JSON.stringify(given)})))()`,
        target: { context },
        awaitPromise: true,
        userActivation: false,
      });
      if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
      return answer.result.value === undefined ? undefined : JSON.parse(answer.result.value);
    },
    async click(id) {
      await perform([pressAt(await page.run(middleOf, id))]);
    },
    async type(text) {
      const keys = Array.from(text).flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await perform([{ type: 'key', id: 'keyboard', actions: keys }]);
    },
    async resize(width, height) {
      await bidi.send('browsingContext.setViewport', { context, viewport: { width, height } });
    },
    errors: () => Promise.resolve(errors),
    async close() {
      await bidi.send('browsingContext.close', { context });
      await bidi.send('browser.removeUserContext', { userContext });
    },
  };
  return page;
}

type Evaluated =
  | { type: 'success'; result: { value?: string } }
  | { type: 'exception'; exceptionDetails: { text: string } };
