/** The states of the screen for every check of accessibility, narrow widths and forced colours. */

import type { StandIn } from './stand-in/stand-in.ts';
import { JANE, type Visitor } from './visitor.ts';

type Reach = (visitor: Visitor, service: StandIn) => Promise<void>;

export const STATES: Record<string, Reach> = {
  'the empty form': async ({ page, email }) => {
    await page.goto('/');
    await email.waitFor();
  },
  'the form with an invalid address': async (visitor) => {
    await visitor.page.goto('/');
    await visitor.email.fill('jane.doe@example');
    await visitor.text('Please enter a valid email address').waitFor();
  },
  'the locked form': async (visitor, service) => {
    service.table.put({ real_email: JANE, alias_email: 'alias-2000@veilpost.example' });
    await visitor.page.goto('/');
    await visitor.email.fill(JANE);
    await visitor.text('Your current alias:').waitFor();
  },
  'the locked form of a disabled alias': async (visitor, service) => {
    const alias_email = 'alias-2000@veilpost.example';
    service.table.put({ real_email: JANE, alias_email, active: false });
    await visitor.page.goto('/');
    await visitor.email.fill(JANE);
    await visitor.text('Disabled').waitFor();
  },
  'the form without its server': async (visitor, service) => {
    service.faults.fail('lookUp', 'cut');
    await visitor.page.goto('/');
    await visitor.email.fill(JANE);
    await visitor.button('Try again').waitFor();
  },
  'the form while an alias is looked up': async (visitor, service) => {
    service.faults.hold('lookUp');
    await visitor.page.goto('/');
    await visitor.email.fill(JANE);
    await visitor.button('Checking...').waitFor();
  },
  'the result': async (visitor) => {
    await visitor.createAlias(JANE);
  },
  'the result with an error': async (visitor, service) => {
    service.faults.fail('update', { status: 500 });
    await visitor.createAlias(JANE);
    await visitor.forwarding.click();
    // The pointer stays over it.
    await visitor.pointAt(visitor.text(/^Failed to update/));
  },
  'the disabled result': async (visitor) => {
    await visitor.createAlias(JANE);
    await visitor.forwarding.click();
    await visitor.text('Disabled').waitFor();
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
  'the dialog while a mail is sent': async (visitor, service) => {
    service.faults.hold('testMail');
    await visitor.createAlias(JANE);
    await visitor.sendTestMail();
    await visitor.button('Sending...').waitFor();
  },
  'the dialog after a refusal': async (visitor, service) => {
    service.faults.fail('testMail', { status: 502, body: { code: 'refused', smtp_code: 550 } });
    await visitor.createAlias(JANE);
    await visitor.sendTestMail();
    await visitor.text(/could not be delivered/).waitFor();
  },
  'the dialog with a toast': async (visitor, service) => {
    service.faults.fail('testMail', { status: 429, body: { code: 'rate_limited' } });
    await visitor.createAlias(JANE);
    await visitor.sendTestMail();
    await visitor.text(/^Please wait/).waitFor();
  },
};
