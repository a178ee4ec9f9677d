/** The owner's side of the screen, for a creator of an alias and a returning one. */

import { expect, type Locator } from '@playwright/test';
import type { StandIn } from './stand-in/stand-in.ts';
import type { Row } from './stand-in/table.ts';
import { JANE, type Visitor } from './visitor.ts';

export const ALIAS = 'alias-3160@veilpost.example';

/** The answer below the view; the same sentence is at the top of the page for some seconds. */
export const done = ({ page }: Visitor): Locator =>
  page
    .getByText('Done. Mail to your alias is now forwarded.', { exact: true })
    .and(page.locator('main *'));

/** The field for the code from a mail. */
export const codeField = ({ page }: Visitor): Locator => page.getByLabel('Code from the email');

/** Jane's alias, confirmed some time ago. */
export function confirmedAlias(service: StandIn) {
  const row = service.table.put({ real_email: JANE, alias_email: ALIAS });
  service.owners.stateOf(row).confirmed = true;
  return row;
}

/** Someone else has made an alias for Jane's address. */
export function madeByAStranger(service: StandIn) {
  const row = service.table.put({ real_email: JANE, alias_email: ALIAS });
  service.owners.stateOf(row).unasked = true;
  return row;
}

/**
 * Jane may have several aliases.
 * @param count how many she has: the oldest has a name of four digits
 */
export function severalAliases(service: StandIn, count: number, most = 20): Row[] {
  service.owners.most = most;
  return Array.from({ length: count }, (_, at) => {
    const alias_email = at === 0 ? ALIAS : `alias-${4_829_107_735 + at * 7919}@veilpost.example`;
    const created_at = new Date(Date.UTC(2026, 10, 1, 10, at)).toISOString();
    const row = service.table.put({ real_email: JANE, alias_email, created_at });
    service.owners.stateOf(row).confirmed = true;
    return row;
  });
}

/** From now on the browser keeps Jane's session. */
export async function keepSession({ page }: Visitor, service: StandIn): Promise<void> {
  const session = await service.owners.session(JANE);
  // The same origin, without the screen's scripts.
  await page.goto('/robots.txt');
  await page.evaluate((kept) => localStorage.setItem('veilpost.session', kept), session);
}

/** The main screen in a browser that keeps Jane's session. */
export async function openSignedIn(visitor: Visitor, service: StandIn): Promise<void> {
  await keepSession(visitor, service);
  await visitor.page.goto('/');
}

/** 'Your aliases', in a browser that keeps Jane's session. */
export async function openAliases(visitor: Visitor, service: StandIn): Promise<void> {
  await openSignedIn(visitor, service);
  await visitor.button('Show my alias').click();
  await visitor.text('New alias').waitFor();
  await visitor.page.locator('.alias').first().waitFor();
}

/** The rows of 'Your aliases'. */
export const aliasRows = ({ page }: Visitor): Locator => page.locator('.alias');

/** The alias in the window of the envelope. */
export const inWindow = ({ page }: Visitor, alias: string): Locator =>
  page.locator('main .recessed').getByText(alias, { exact: true });

/** An unknown visitor types Jane's address, and requests an alias. */
export async function findHidden(visitor: Visitor): Promise<void> {
  await visitor.page.goto('/');
  await visitor.email.fill(JANE);
  await visitor.submit();
  await visitor.text(/^This address already has an alias/).waitFor();
}

/** Sends Jane an email, and opens its link in this browser. @returns the fragment's token */
export async function openLink(visitor: Visitor, service: StandIn): Promise<string> {
  const token = await service.owners.letter(JANE);
  await visitor.page.goto(`/#confirm=${token}`);
  await visitor.page.getByRole('dialog').waitFor();
  return token;
}

/** Jane makes an alias, and types the code from the mail. */
export async function confirm(visitor: Visitor, service: StandIn): Promise<void> {
  await visitor.createAlias(JANE);
  const { code } = await service.owners.letterTo(JANE);
  await codeField(visitor).fill(code);
  await done(visitor).waitFor();
}

/** A press on the button does nothing while another action runs, and it shows that. */
export async function expectHeld(button: Locator): Promise<void> {
  await button.press('Enter');
  await expect(button).toBeFocused();
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).not.toHaveAttribute('aria-busy');
}

/** Unfolds the owner's actions. */
export async function manage(visitor: Visitor, service: StandIn): Promise<void> {
  await confirm(visitor, service);
  await visitor.text('Manage this alias').click();
  await visitor.text('What happened to my mail').waitFor();
}

/** Unfolds the sign-in settings. */
export async function manageSignIn(visitor: Visitor, service: StandIn): Promise<void> {
  await manage(visitor, service);
  await visitor.text('Sign-in').click();
}
