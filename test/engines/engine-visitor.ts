/** A visitor of the screen in any engine, who finds everything by its words. */

import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { keepMessages, SHORT_LIVES } from '../browser/lasting.ts';
import { textsOfScreen, translated, translatePage } from '../browser/translator.ts';
import { type EnginePage, type Json, KEYS, middleOf } from './engine.ts';

/** A busy machine is slow; a passing test does not wait for this timeout. */
const PATIENCE_MS = 60_000;
/** An element that has not moved for so long is at rest. */
const STILL_MS = 100;

export type Role = 'button' | 'link' | 'switch' | 'field' | 'text';

export class EngineVisitor {
  readonly page: EnginePage;

  readonly #isTranslated: boolean;

  /** @param isTranslated whether the browser translates the page while it is used */
  constructor(page: EnginePage, isTranslated = false) {
    this.page = page;
    this.#isTranslated = isTranslated;
  }

  /** A text as the page shows it; an address is never translated. */
  #say(text: string): string {
    return this.#isTranslated && !text.includes('@') ? translated(text) : text;
  }

  async goto(url: string): Promise<void> {
    await this.page.goto(url);
    await this.page.run(keepMessages, SHORT_LIVES);
    if (this.#isTranslated) await this.page.run(translatePage);
  }

  /** Waits until a function of the page returns something that is true, and returns it. */
  async until<Arguments extends readonly Json[], Result extends Json>(
    call: (...given: Arguments) => Result | undefined,
    ...given: Arguments
  ): Promise<Result> {
    const late = AbortSignal.timeout(PATIENCE_MS);
    while (!late.aborted) {
      const result = await this.page.run<Arguments, Result | undefined>(call, ...given);
      if (result) return result;
      await delay(20);
    }
    const words = await this.page.run(() => document.body.innerText);
    throw new Error(`'${given.join(' ')}' is not on the page, or not yet to be used:\n${words}`);
  }

  /** Waits until the service is in this state. */
  async served(state: () => boolean): Promise<void> {
    const late = AbortSignal.timeout(PATIENCE_MS);
    while (!state()) {
      if (late.aborted) throw new Error(`the service never came to ${state.toString()}`);
      await delay(20);
    }
  }

  /** Presses it once it can be pressed and has stopped moving. */
  async press(role: Role, name: string): Promise<void> {
    const id = await this.until(find, role, this.#say(name));
    let [before, place] = ['', String(await this.page.run(middleOf, id))];
    while (place !== before) {
      await delay(STILL_MS);
      [before, place] = [place, String(await this.page.run(middleOf, id))];
    }
    await this.page.click(id);
  }

  /** Replaces the text of a field, key by key. */
  async fill(label: string, text: string): Promise<void> {
    await this.until(focused, this.#say(label));
    await this.page.type(text);
  }

  /** Waits until the page shows this text as the whole of an element, or of a line of it; translated, with all others. */
  async sees(text: string): Promise<void> {
    await this.until(shown, this.#say(text));
    if (!this.#isTranslated) return;
    const [meant, seen, left] = await this.until(textsOfScreen);
    assert.equal(seen, meant);
    assert.equal(left, '', 'the translator has run');
  }

  async seesNo(text: string): Promise<void> {
    await this.until((words) => !document.body.innerText.includes(words), this.#say(text));
  }

  /** From the empty form to the result. By Enter: when the pointer arrives, a look-up may have disabled the button. */
  async createAlias(address: string): Promise<void> {
    await this.fill('Enter your real email', address + KEYS.enter);
    await this.sees('Your alias is ready!');
  }

  value(label: string): Promise<string> {
    return this.until((name) => {
      const field = [...document.querySelectorAll('input')].find(({ labels, ariaLabel }) =>
        [labels?.[0]?.textContent, ariaLabel].includes(name),
      );
      return field && ` ${field.value}`;
    }, this.#say(label));
  }
}

/** Run in the page. @returns id of the element to press */
function find(role: string, name: string): string | undefined {
  const selectors: Record<string, string> = {
    button: 'button',
    link: 'a',
    switch: '[role=switch]',
    text: 'summary, summary *',
    field: 'input, textarea',
  };
  const element = [...document.querySelectorAll<HTMLElement>(selectors[role] ?? '*')].findLast(
    (one) =>
      one.checkVisibility() &&
      one.ariaDisabled !== 'true' &&
      !one.matches(':disabled') &&
      (name === '' || one.ariaLabel === name || one.textContent.trim() === name),
  );
  if (!element) return undefined;
  element.id ||= `found-${document.querySelectorAll('[id^=found-]').length}`;
  return element.id;
}

/** Run in the page. @returns whether the field with this label has the focus, with its text selected */
function focused(label: string): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>('input:enabled, textarea');
  const field = [...fields].findLast(
    ({ labels, ariaLabel }) =>
      ariaLabel === label || [...(labels ?? [])].some((one) => one.textContent.trim() === label),
  );
  field?.focus();
  field?.select();
  return field !== undefined && document.activeElement === field;
}

/** Run in the page. */
function shown(text: string): boolean {
  const plain = (words: string) => words.replaceAll(/\s+/g, ' ').trim();
  return [...document.body.querySelectorAll<HTMLElement>('*')].some(
    (one) => one.checkVisibility() && plain(one.innerText ?? '') === text,
  );
}
