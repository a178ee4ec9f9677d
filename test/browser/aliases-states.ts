/** The states of 'Your aliases' for every visual and accessibility check. Typed texts are digits: no language translates them. */

import { openAliases, severalAliases } from './owner.ts';
import type { inOrder } from './walk.ts';

export const ALIASES_STATES: Parameters<typeof inOrder>[0] = {
  'not-made': async (visitor, service) => {
    severalAliases(service, 1);
    service.faults.fail('make', { status: 429, headers: { 'Retry-After': '420060' } });
    await openAliases(visitor, service);
    await visitor.button('New alias').click();
    await visitor.text('Too many new aliases. Try again in 7001 minutes.').waitFor();
  },
  aliases: async (visitor, service) => {
    const [first, second, third] = severalAliases(service, 4);
    if (!first || !second || !third) throw new Error('There are four aliases.');
    second.active = false;
    service.owners.stateOf(third).settings.paused_until = '2026-11-28T20:00:00Z';
    const last = '2026-11-19T10:00:00Z';
    const note = { label: '42', site: 'shop.example', pinned: true, delivered: 7, last };
    Object.assign(service.owners.noteOf(first.id), note);
    service.owners.noteOf(third.id).label = '4'.repeat(200);
    await openAliases(visitor, service);
    await visitor.page.getByLabel('Search').fill('alias-48');
    await visitor.text('3 of 4 aliases found').waitFor();
  },
  'alias-label': async (visitor, service) => {
    severalAliases(service, 4, 4);
    service.faults.fail('note', { status: 500 });
    await openAliases(visitor, service);
    await visitor.text('You have 4 of 4 aliases.').waitFor();
    await visitor.page.getByLabel('Search').fill('42');
    await visitor.text('No alias matches your search.').waitFor();
    await visitor.page.getByLabel('Search').fill('');
    await visitor.page.locator('.alias-label').first().click();
    await visitor.page.locator('.alias-label-field input').fill('42');
    await visitor.page.locator('.alias-label-field input').press('Enter');
    await visitor.text('That did not work. Please try again in a moment.').waitFor();
  },
  keys: async (visitor, service) => {
    severalAliases(service, 2);
    const made_at = '2026-11-03T10:00:00Z';
    for (const [at, scope] of ['create', 'manage', 'delete'].entries()) {
      const used_on = at === 1 ? '2026-11-19' : null;
      service.owners.keys.push({ id: scope, name: `4${at}`, scope, made_at, used_on });
    }
    await openAliases(visitor, service);
    await visitor.text('Apps that can use your aliases').click();
    await visitor.button('New key').waitFor();
    await visitor.page.locator('.keys .danger').nth(1).click();
    await visitor.text(/^This app will no longer be able to use/).waitFor();
  },
  'new-key': async (visitor, service) => {
    severalAliases(service, 2);
    service.faults.fail('newKey', { status: 403, body: { code: 'insufficient_aal' } });
    await openAliases(visitor, service);
    await visitor.text('Apps that can use your aliases').click();
    await visitor.text(/^With an API key, a password manager/).waitFor();
    await visitor.button('New key').click();
    await visitor.page.getByLabel('Name of the app').fill('42');
    await visitor.button('Create key').click();
    await visitor.page.getByLabel('Code from your authenticator app').fill('41');
  },
  'key-shown': {
    further: async (visitor, service) => {
      service.faults.heal('newKey');
      await visitor.button('Cancel').click();
      await visitor.button('New key').click();
      await visitor.page.getByLabel('Name of the app').fill('42');
      await visitor.button('Create key').click();
      await visitor.text('Copy the key now. It will not be shown again.').waitFor();
    },
  },
};
