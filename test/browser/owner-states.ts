/** The states of the owner's side for every visual and accessibility check. */

import { ALIASES_STATES } from './aliases-states.ts';
import { HISTORY, KNOWN_AND_NEW } from './owner-history.ts';
import {
  codeField,
  confirm,
  confirmedAlias,
  findHidden,
  madeByAStranger,
  manage,
  openLink,
  openSignedIn,
} from './owner.ts';
import { JANE } from './visitor.ts';
import { inOrder } from './walk.ts';

export const OWNER_STATES = inOrder({
  confirm: async (visitor) => {
    await visitor.createAlias(JANE);
    await codeField(visitor).waitFor();
  },
  'wrong-code': {
    further: async (visitor, service) => {
      await visitor.button('Go to the code field').click();
      const { code } = await service.owners.letterTo(JANE);
      await codeField(visitor).fill(code === '418205' ? '418206' : '418205');
      await visitor.text('This code is wrong or has expired.').waitFor();
    },
  },
  elsewhere: {
    further: async (visitor, service) => {
      service.owners.confirm(JANE);
      await visitor.returnToTab();
      await visitor.text(/^Your address was confirmed in another browser/).waitFor();
    },
  },
  'not-confirmed': async (visitor) => {
    await visitor.createAlias(JANE);
    await visitor.sendTestMail();
    await visitor.text(/^Please confirm your address first/).waitFor();
  },
  hidden: async (visitor, service) => {
    confirmedAlias(service);
    await findHidden(visitor);
  },
  'link-sent': {
    further: async (visitor) => {
      await visitor.button('Send me a link').click();
      await codeField(visitor).fill('41');
    },
  },
  question: async (visitor, service) => {
    await openLink(visitor, service);
  },
  declined: {
    further: async (visitor) => {
      await visitor.button('I did not ask for this').click();
      await visitor.text(/^Done\. The link in the email no longer works/).waitFor();
    },
  },
  expired: async (visitor) => {
    await visitor.page.goto(`/#confirm=${'x'.repeat(43)}`);
    await visitor.button('Yes, this is my address').click();
    await visitor.page.getByLabel('Your email', { exact: true }).fill(JANE);
  },
  done: async (visitor, service) => {
    const alias_email = 'alias-4827@veilpost.example';
    service.table.put({ real_email: JANE, alias_email });
    service.faults.fail('deviceCode', { status: 200, body: { code: '274105', expires_in: 600 } });
    await openLink(visitor, service);
    await visitor.button('Yes, this is my address').click();
    await visitor.text('274105').waitFor();
  },
  owner: confirm,
  manage: {
    further: async (visitor, service) => {
      service.owners.history = HISTORY;
      await visitor.text('Manage this alias').click();
      await visitor.button('Last 7 days 17 arrived, 2 did not').click();
      await visitor.text('shop.example').waitFor();
    },
  },
  write: {
    further: async (visitor) => {
      await visitor.button('Write to someone new').click();
      await visitor.page.getByLabel('Their email').fill('bob@example.org');
      await visitor.button('Get the address').click();
      await visitor.text(/^Your address for bob/).waitFor();
    },
  },
  'reply-body': {
    further: async (visitor) => {
      await visitor.button('If a reply contains my address use the alias instead').click();
      await visitor.button('Return it to me').waitFor();
    },
  },
  factor: {
    further: async (visitor) => {
      await visitor.text('Sign-in').click();
      await visitor.button('Second factor off').click();
      await visitor.button('Set it up').click();
      await visitor.page.getByLabel('Code from your authenticator app').fill('41');
    },
  },
  lock: {
    further: async (visitor) => {
      await visitor.button('Known senders only off').click();
      await visitor.button('Accept mail only from senders I know').click();
      await visitor.button('Accept mail from everyone').waitFor();
    },
  },
  ending: {
    further: async (visitor) => {
      await visitor.button('Switch-off date never').click();
      await visitor.button('Switch off after 30 days').click();
      // The day, independent of today.
      await visitor.page.locator('[data-entry=end]', { hasText: /\d/ }).waitFor();
    },
  },
  paused: {
    further: async (visitor) => {
      await visitor.button('Pause for 8 hours').click();
      await visitor.button('End the pause').waitFor();
    },
  },
  returned: {
    further: async (visitor) => {
      await visitor.visitAgain();
      await visitor.button('Show my alias').waitFor();
    },
  },
  /** In the locked form. */
  delete: {
    further: async (visitor) => {
      await visitor.button('Show my alias').click();
      await visitor.text('Manage this alias').click();
      await visitor.button('Last 7 days 17 arrived, 2 did not').waitFor();
      await visitor.button('Delete this alias').click();
      await visitor.button('Delete the alias').waitFor();
    },
  },
  senders: async (visitor, service) => {
    service.owners.history = KNOWN_AND_NEW;
    await manage(visitor, service);
    await visitor.button('Last 7 days 4 arrived, 2 did not').click();
    await visitor.button('Let in new-shop-with-a-long-name.example').click();
    await visitor.button('Senders 1').waitFor();
  },
  'sender-list': {
    further: async (visitor) => {
      await visitor.button('Block bank.example').click();
      await visitor.button('Senders 2').click();
      await visitor.button('Remove bank.example').waitFor();
    },
  },
  unasked: async (visitor, service) => {
    madeByAStranger(service);
    await openSignedIn(visitor, service);
    await visitor.button('Keep it').waitFor();
  },
  ...ALIASES_STATES,
});
