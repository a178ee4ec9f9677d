/** The page after a switch-off link: the alias, its state and one button. No script; opening it changes nothing. */

import { html } from 'hono/html';
import { letterTexts } from '#languages/letter-texts.ts';
import type { Alias } from '#store/store.ts';
import { envelopePage, type Html, wayHomePage } from '../envelope-page.ts';

/** The form posts to the page's own address, so the markup never contains the link. */
export function switchPage({ alias_email, active }: Alias, language: string): Html {
  const { OFF } = letterTexts(language);
  const [state, wanted, button] = active
    ? [OFF.isOn, 'off', OFF.turnOff]
    : [OFF.isOff, 'on', OFF.turnOn];
  const at = alias_email.lastIndexOf('@');
  return envelopePage(
    language,
    // A browser's translator must not change an alias.
    html`<title translate="no">${alias_email}</title>`,
    // On a narrow screen the line breaks before the domain.
    html`<h1 class="alias" dir="ltr" translate="no"><span>${alias_email.slice(0, at)}</span><wbr>${alias_email.slice(at)}</h1>`,
    html`<p role="status">${state}</p>
<form method="post">
<button name="do" value="${wanted}">${button}</button>
</form>`,
  );
}

export function voidPage(language: string): Html {
  const { OFF } = letterTexts(language);
  return wayHomePage(language, OFF.void, OFF.nothing);
}
