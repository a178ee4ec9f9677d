/** WebKitGTK, by the classic WebDriver protocol (W3C) of its own driver, on a screen without a monitor. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '#support/loopback.ts';
import { type ColorScheme, type Engine, type EnginePage, middleOf, pressAt } from './engine.ts';
import { lineOf, startProgram } from './program.ts';

/** The theme of the desktop sets the preferred scheme. */
const THEMES: Record<ColorScheme, string> = { light: 'Adwaita', dark: 'Adwaita:dark' };

/** The minimum width of its window. */
const LEAST_WIDTH = 447;

type Driver = { url: string; close: () => Promise<void> };

/** A driver for each scheme. A driver has one session at a time. */
export async function startWebKit(): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'veilpost-webkit-'));
  const screen = startProgram('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1100x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = `:${await lineOf(screen.child, 3, /(\d+)/)}`;
  const drivers = new Map<ColorScheme, Promise<Driver>>();
  return {
    name: 'WebKit',
    leastWidth: LEAST_WIDTH,
    async page(scheme) {
      const driver = drivers.get(scheme) ?? startDriver(display, folder, scheme);
      drivers.set(scheme, driver);
      return openPage((await driver).url);
    },
    async close() {
      for (const driver of drivers.values()) await (await driver).close();
      await screen.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startDriver(display: string, folder: string, scheme: ColorScheme): Promise<Driver> {
  const port = await freePort();
  const environment = {
    ...process.env,
    DISPLAY: display,
    HOME: folder,
    // Of mode 0700, as mkdtemp makes it.
    XDG_RUNTIME_DIR: folder,
    TZ: 'Europe/Berlin',
    GTK_THEME: THEMES[scheme],
    // Without a graphics card.
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
  };
  const { child, end } = startProgram(
    'dbus-run-session',
    ['--', 'WebKitWebDriver', `--port=${port}`, '--host=127.0.0.1'],
    { env: environment, stdio: 'ignore' },
  );
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers(url))) {
    // Otherwise this would wait forever: no test that has a limit runs yet.
    if (child.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${child.exitCode}`);
    await delay(20);
  }
  return { url, close: end };
}

const answers = (url: string) =>
  fetch(`${url}/status`).then(
    ({ ok }) => ok,
    () => false,
  );

async function command<Result>(url: string, body?: object, method = 'POST'): Promise<Result> {
  const answer = await fetch(url, {
    method,
    ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
  });
  const { value } = await answer.json();
  if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

async function openPage(driver: string): Promise<EnginePage> {
  const { sessionId } = await command<{ sessionId: string }>(`${driver}/session`, {
    capabilities: { alwaysMatch: {} },
  });
  const session = `${driver}/session/${sessionId}`;
  const perform = (actions: object[]) => command(`${session}/actions`, { actions });
  const page: EnginePage = {
    async goto(url) {
      await command(`${session}/url`, { url });
      await command(`${session}/execute/sync`, { script: LISTEN, args: [] });
    },
    async reload() {
      await command(`${session}/refresh`);
      await command(`${session}/execute/sync`, { script: LISTEN, args: [] });
    },
    async run(call, ...given) {
      const text = await command<string | null>(`${session}/execute/async`, {
        script: `const answer = arguments[0];
          Promise.resolve((${call.toString()})(...${JSON.stringify(given)}))
            .then((result) => answer(JSON.stringify(result) ?? null))`,
        args: [],
      });
      return text === null ? undefined : JSON.parse(text);
    },
    async click(id) {
      await perform([pressAt(await page.run(middleOf, id))]);
    },
    async type(text) {
      // A command for each key would take a second for an address.
      const active = await command<Record<string, string>>(
        `${session}/element/active`,
        undefined,
        'GET',
      );
      await command(`${session}/element/${Object.values(active)[0]}/value`, { text });
    },
    async resize(width, height) {
      // Of the window, which has a frame around the page.
      const frame = await page.run(() => [outerWidth - innerWidth, outerHeight - innerHeight]);
      const [sides = 0, bars = 0] = frame;
      await command(`${session}/window/rect`, { width: width + sides, height: height + bars });
    },
    errors: () => page.run(() => Reflect.get(window, 'uncaught') ?? []),
    async close() {
      await command(session, undefined, 'DELETE');
    },
  };
  return page;
}

/** Run in the page: the classic protocol has no log. */
const LISTEN = `window.uncaught = [];
  addEventListener('error', ({ message }) => window.uncaught.push(message));
  addEventListener('unhandledrejection', ({ reason }) => window.uncaught.push(String(reason)));`;
