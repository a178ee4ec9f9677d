/** Confirmed addresses with the real service: no stand-in, mail over real sockets. */

import { done } from './owner.ts';
import { expect, mail as send, startService, test, tokenInLetter } from './real-service.ts';
import { Visitor } from './visitor.ts';

startService({ OWNERSHIP: 'confirmed' });

/** The screen shows the letters of the domain, the mail server names its A-labels. */
const OWNER = 'owner@exämple.com';
const IN_MAIL = 'owner@xn--exmple-cua.com';

const mail = (port: number, alias: string, subject: string) =>
  send(port, alias, `Subject: ${subject}`, '', 'x');

test('an alias is confirmed by a click on a phone, managed on a laptop, paused and deleted', async ({
  page,
  browser,
  addresses,
}) => {
  const { http, smtpPort } = addresses;
  const laptop = new Visitor(page);
  await laptop.createAlias(OWNER);
  await expect(laptop.text('One step left: confirm your address')).toBeVisible();
  const alias = (await page.getByText(/^alias-\d{4}@/).textContent()) ?? '';
  expect(await mail(smtpPort, alias, 'early')).toMatch(/^450 4\.2\.1 /);
  await laptop.sendTestMail();
  await expect(laptop.text(/^Please confirm your address first/)).toBeVisible();
  await page.keyboard.press('Escape');

  const elsewhere = await browser.newContext({ baseURL: http });
  const phone = new Visitor(await elsewhere.newPage());
  await phone.page.goto(`/#confirm=${await tokenInLetter(addresses, IN_MAIL)}`);
  expect(await mail(smtpPort, alias, 'not yet')).toMatch(/^450 4\.2\.1 /);
  await phone.button('Yes, this is my address').click();
  await expect(done(phone)).toBeVisible();
  const shown = phone.text(/^To manage the alias in another browser too/);
  const code = (await shown.textContent())?.slice(-6) ?? '';
  expect(await mail(smtpPort, alias, 'in time')).toMatch(/^250 /);

  await laptop.returnToTab();
  await page.getByLabel('Code from the other browser').fill(code);
  await expect(laptop.text('You manage this alias in this browser.')).toBeVisible();
  await laptop.forwarding.click();
  await expect(laptop.text('Forwarding Off')).toBeVisible();
  await expect.poll(() => mail(smtpPort, alias, 'off')).toMatch(/^550 5\.1\.1 /);
  await laptop.forwarding.click();
  await laptop.text('Manage this alias').click();
  await laptop.button('Pause for 1 hour').click();
  await expect(laptop.text(/^Paused until/)).toBeVisible();
  expect(await mail(smtpPort, alias, 'paused')).toMatch(/^450 4\.2\.1 /);
  await laptop.button('End the pause').click();
  await expect(laptop.text('You manage this alias in this browser.')).toBeVisible();
  expect(await mail(smtpPort, alias, 'again')).toMatch(/^250 /);
  await laptop.button('Delete this alias').click();
  await laptop.button('Delete the alias').click();
  await expect(laptop.text(/^Your alias was deleted/)).toBeVisible();
  expect(await mail(smtpPort, alias, 'gone')).toMatch(/^550 5\.1\.1 /);
  await elsewhere.close();
});
