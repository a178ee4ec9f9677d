/** The states that have a picture, and a visitor's way to each. The clock runs only if a scene lets it. */

import { openAliases, severalAliases } from '../../test/browser/owner.ts';
import { OWNER_STATES } from '../../test/browser/owner-states.ts';
import type { StandIn } from '../../test/browser/stand-in/stand-in.ts';
import { switchOffLink } from '../../test/browser/stand-in/switch-off.ts';
import { JANE, type Visitor } from '../../test/browser/visitor.ts';

export type Scene = (visitor: Visitor, service: StandIn) => Promise<void>;

/** The sealed envelope. */
export const sealed: Scene = async (visitor) => {
  await visitor.createAlias(JANE);
  await visitor.pass(5000);
};

/** A test mail was delivered. */
const receipt: Scene = async (visitor, service) => {
  await sealed(visitor, service);
  await visitor.sendTestMail();
  await visitor.pass(1500);
  await visitor.text(/^Delivered to/).waitFor();
  await visitor.pass(5000);
};

/** With confirmed addresses; the toast of a new alias has gone. */
const ofOwners = Object.entries(OWNER_STATES).map(([name, reach]): [string, Scene] => [
  `owner-${name}`,
  async (visitor, service) => {
    service.config.ownership = 'confirmed';
    await reach(visitor, service);
    await visitor.pass(5000);
  },
]);

/** Three aliases of one owner. The whole page fits in the window, so that the head of the list is in its place. */
const aliases: Scene = async (visitor, service) => {
  service.config.ownership = 'confirmed';
  const notes = [
    { label: 'Flight to Lisbon', site: 'air.example' },
    { label: 'Flower shop', delivered: 2, last: '2026-11-20T10:00:00Z' },
    { label: 'Shoes', site: 'shop.example', delivered: 7, last: '2026-11-21T08:00:00Z' },
  ];
  for (const [at, row] of severalAliases(service, notes.length).entries()) {
    Object.assign(service.owners.noteOf(row.id), notes[at]);
    row.active = at > 0;
  }
  await openAliases(visitor, service);
  await visitor.pass(5000);
  const { page } = visitor;
  const width = page.viewportSize()?.width ?? 720;
  await page.setViewportSize({ width, height: 1200 });
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  await page.setViewportSize({ width, height });
};

/** The page of a message's switch-off link: not a part of the screen, but in its style. */
const switchOff =
  (isOn: boolean): Scene =>
  async (visitor) => {
    const { page } = visitor;
    const link = await switchOffLink(
      (cleanUp) => void page.once('close', () => void cleanUp()),
      'alias-4827@veilpost.example',
    );
    await page.goto(link);
    if (isOn) return;
    await visitor.button('Turn forwarding off').click();
    await visitor.button('Turn it back on').waitFor();
  };

export const SCENES: Record<string, Scene> = {
  ...Object.fromEntries(ofOwners),
  aliases,
  'switch-off': switchOff(true),
  'switched-off': switchOff(false),
  form: async (visitor) => {
    await visitor.page.goto('/');
  },
  filled: async (visitor) => {
    await visitor.page.goto('/');
    await visitor.email.fill(JANE);
    await visitor.pass(500);
    await visitor.generate.waitFor();
  },
  invalid: async (visitor) => {
    await visitor.page.goto('/');
    await visitor.email.fill('jane.doe@example');
    await visitor.pass(500);
    await visitor.text('Please enter a valid email address').waitFor();
  },
  locked: async (visitor, service) => {
    service.table.insert({ real_email: JANE, alias_email: 'alias-4827@veilpost.example' });
    await visitor.page.goto('/');
    await visitor.email.fill(JANE);
    await visitor.pass(500);
    await visitor.text('Your current alias:').waitFor();
    await visitor.email.blur();
  },
  result: receipt,
  copied: async (visitor, service) => {
    await sealed(visitor, service);
    await visitor.button('Copy Alias').click();
    await visitor.button('Copied!').waitFor();
  },
  disabled: async (visitor, service) => {
    await receipt(visitor, service);
    await visitor.forwarding.click();
    await visitor.text('Disabled').waitFor();
  },
  dialog: async (visitor, service) => {
    await sealed(visitor, service);
    await visitor.button('Send Test Mail').click();
    await visitor.dialog.getByLabel('Message').fill('If you can read this, forwarding works.');
    await visitor.dialog.getByLabel('Subject').fill('Hello from the other side');
  },
  refused: async (visitor, service) => {
    service.faults.fail('testMail', { status: 503, body: { code: 'deferred' } });
    await sealed(visitor, service);
    await visitor.sendTestMail();
    await visitor.pass(1500);
    await visitor.text(/could not be delivered/).waitFor();
  },
  toasts: async (visitor, service) => {
    await visitor.createAlias(JANE);
    service.faults.fail('update', { status: 500 });
    await visitor.forwarding.click();
    await visitor.text(/^Failed to update/).waitFor();
    await visitor.back.click();
    await visitor.email.fill(JANE);
    await visitor.pass(500);
    await visitor.text('Your current alias:').waitFor();
    await visitor.email.press('Enter');
    await visitor.email.blur();
  },
};
