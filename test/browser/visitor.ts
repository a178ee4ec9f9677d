import type { Locator, Page } from '@playwright/test';

export const JANE = 'jane.doe@example.com';

/** The time of a stopped clock, in milliseconds since 1970. */
const NOW = Date.parse('2026-11-21T10:00:01Z');
const HOUR_MS = 3_600_000;

/** Run in the page. */
const press = (caption: string) => `(() => {
  const button = [...document.querySelectorAll('button:enabled')].find(
    ({ textContent, ariaDisabled }) => textContent === ${JSON.stringify(caption)} && !ariaDisabled,
  );
  button?.focus();
  button?.click();
  return button !== undefined;
})()`;

/**
 * Run in the page. React draws in one message task, runs effects in the next one, and draws again if they change the state:
 * message tasks run in their order.
 */
async function drawn(): Promise<void> {
  for (let task = 0; task < 4; task += 1) {
    const { port1, port2 } = new MessageChannel();
    await new Promise((come) => {
      port1.addEventListener('message', come);
      port1.start();
      port2.postMessage(undefined);
    });
    port1.close();
  }
}

/** The screen in a visitor's terms: by labels and roles, never by markup. It works with every server of the screen. */
export class Visitor {
  readonly page: Page;
  readonly #say: (english: string) => string;
  readonly email: Locator;
  readonly generate: Locator;
  readonly ready: Locator;
  readonly forwarding: Locator;
  readonly dialog: Locator;
  readonly back: Locator;

  /** @param say a text of the page in its language */
  constructor(page: Page, say = (english: string) => english) {
    this.page = page;
    this.#say = say;
    this.email = page.getByLabel('Enter your real email');
    this.generate = page.getByRole('button', { name: 'Generate Alias' });
    this.ready = page.getByRole('heading', { name: 'Your alias is ready!' });
    this.forwarding = page.getByRole('switch');
    this.back = page.getByRole('link', { name: 'Back to main screen', exact: true });
    this.dialog = page.getByRole('dialog', { name: 'Send Test Mail' });
  }

  /** To another site, and back by the browser's button. */
  async leaveAndComeBack(): Promise<void> {
    const elsewhere = 'https://elsewhere.example/';
    await this.page.route(elsewhere, (route) => route.fulfill({ body: 'elsewhere' }));
    await this.page.goto(elsewhere);
    await this.page.goBack();
  }

  /** A new visit, without the page of the one before. */
  async visitAgain(path = '/'): Promise<void> {
    await this.page.goto('about:blank');
    await this.page.goto(path);
  }

  /** The visitor was in another tab. */
  async returnToTab(): Promise<void> {
    await this.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  }

  /** From now on time passes only at the test's command. */
  async stopClock(): Promise<void> {
    // It runs until the pause, which must not be in its past, however slow the machine is.
    await this.page.clock.install({ time: NOW - HOUR_MS });
    await this.page.clock.pauseAt(NOW);
  }

  /** Lets milliseconds pass under a stopped clock, once the page has drawn and has begun all its waits. */
  async pass(ms: number): Promise<void> {
    await this.page.evaluate(drawn);
    await this.page.clock.runFor(ms);
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  text(text: string | RegExp): Locator {
    return this.page.getByText(text, { exact: typeof text === 'string' });
  }

  /** Moves the pointer over an element that ignores presses: a toast. */
  async pointAt(locator: Locator): Promise<void> {
    await locator.waitFor();
    const { x = 0, y = 0, width = 0, height = 0 } = (await locator.boundingBox()) ?? {};
    await this.page.mouse.move(x + width / 2, y + height / 2);
  }

  /** From an empty form to the result. */
  async createAlias(address: string): Promise<void> {
    await this.page.goto('/');
    await this.email.fill(address);
    // At once: after 500 ms a look-up would begin.
    await this.email.press('Enter');
    await this.ready.waitFor();
  }

  /**
   * Presses 'Generate Alias' once it can be pressed, in one step: between the steps of a usual click a look-up may begin,
   * during which a press does nothing.
   */
  async submit(): Promise<void> {
    do await this.generate.click({ trial: true });
    while (!(await this.page.evaluate<boolean>(press(this.#say('Generate Alias')))));
  }

  /** Writes a test mail and presses 'Send Test Mail' in the dialog. */
  async sendTestMail(subject = 'Hello', message = 'If you can read this, forwarding works.') {
    await this.button('Send Test Mail').click();
    await this.dialog.getByLabel(this.#say('Subject')).fill(subject);
    await this.dialog.getByLabel(this.#say('Message'), { exact: true }).fill(message);
    await this.dialog.locator('button[type=submit]').click();
  }
}
