/** The states of the screen for every check of accessibility, narrow widths and forced colours. */

import { JANE } from './visitor.ts';
import { inOrder } from './walk.ts';

export const STATES = inOrder({
  'the empty form': async ({ page, email }) => {
    await page.goto('/');
    await email.waitFor();
  },
  'the form with an invalid address': {
    further: async (visitor) => {
      await visitor.email.fill('jane.doe@example');
      await visitor.text('Please enter a valid email address').waitFor();
    },
  },
  'the form while an alias is looked up': {
    further: async (visitor, service) => {
      service.faults.hold('lookUp');
      await visitor.email.fill(JANE);
      await visitor.button('Checking...').waitFor();
    },
  },
  'the form without its server': {
    further: async (visitor, service) => {
      service.faults.fail('lookUp', 'cut');
      // The next look-up gets its answer at once.
      service.faults.hold('lookUp')();
      await visitor.email.fill('john.doe@example.com');
      await visitor.button('Try again').waitFor();
    },
  },
  'the locked form': async (visitor, service) => {
    service.table.put({ real_email: JANE, alias_email: 'alias-2000@veilpost.example' });
    await visitor.page.goto('/');
    await visitor.email.fill(JANE);
    await visitor.text('Your current alias:').waitFor();
  },
  'the locked form of a disabled alias': {
    further: async (visitor) => {
      await visitor.forwarding.click();
      await visitor.text('Disabled').waitFor();
    },
  },
  'the result': async (visitor) => {
    await visitor.createAlias(JANE);
  },
  'the result with an error': {
    further: async (visitor, service) => {
      service.faults.fail('update', { status: 500 });
      await visitor.forwarding.click();
      // The pointer stays over it.
      await visitor.pointAt(visitor.text(/^Failed to update/));
    },
  },
  'the disabled result': {
    further: async (visitor, service) => {
      service.faults.heal('update');
      await visitor.forwarding.click();
      await visitor.text('Disabled').waitFor();
    },
  },
  'the result with the receipt of the try-out': async (visitor, service) => {
    service.config.mailbox = 'http://127.0.0.1:8025';
    await visitor.createAlias(JANE);
    await visitor.sendTestMail();
    await visitor.text(/^Delivered to/).waitFor();
  },
  'the dialog': async (visitor) => {
    await visitor.createAlias(JANE);
    await visitor.button('Send Test Mail').click();
    await visitor.dialog.waitFor();
  },
  'the dialog after a refusal': {
    further: async (visitor, service) => {
      service.faults.fail('testMail', { status: 502, body: { code: 'refused', smtp_code: 550 } });
      await visitor.page.keyboard.press('Escape');
      await visitor.sendTestMail();
      await visitor.text(/could not be delivered/).waitFor();
    },
  },
  'the dialog with a toast': {
    further: async (visitor, service) => {
      service.faults.fail('testMail', { status: 429, body: { code: 'rate_limited' } });
      await visitor.dialog.locator('button[type=submit]').click();
      await visitor.text(/^Please wait/).waitFor();
    },
  },
  'the dialog while a mail is sent': async (visitor, service) => {
    service.faults.hold('testMail');
    await visitor.createAlias(JANE);
    await visitor.sendTestMail();
    await visitor.button('Sending...').waitFor();
  },
});
