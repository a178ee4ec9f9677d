import { expect, test } from './fixtures.ts';
import { JANE } from './visitor.ts';

test('the page obeys its own policy, and the policy allows nothing else to run', async ({
  page,
}) => {
  const response = await page.goto('/');
  expect(response?.headers()['content-security-policy']).toContain("default-src 'none'");
  expect(response?.headers()['referrer-policy']).toBe('no-referrer');
  const blocked = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const seen = new Set<string>();
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
          seen.add(effectiveDirective);
          if (seen.size === 3) resolve([...seen].toSorted());
        });
        const script = document.createElement('script');
        script.textContent = 'document.title = "taken over"';
        const image = new Image();
        image.src = 'https://example.com/spy.png';
        const style = document.createElement('style');
        style.textContent = 'body { display: none }';
        document.body.append(script, image, style);
      }),
  );
  expect(blocked).toEqual(['img-src', 'script-src-elem', 'style-src-elem']);
  await expect(page).not.toHaveTitle('taken over');
  await expect(page.getByLabel('Enter your real email')).toBeVisible();
});

test('the form is in the page before any script has run, and without scripts its button looks disabled; the privacy page can be read without scripts, and requests none', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Veilpost' })).toBeVisible();
  await expect(page.getByLabel('Enter your real email')).toBeVisible();
  await expect(page.getByText('Your alias will be generated instantly')).toBeVisible();
  for (const size of [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size);
    await expect(
      page.locator('noscript *', { hasText: 'This page needs JavaScript' }),
      `above the fold of ${size.width} x ${size.height}`,
    ).toBeInViewport({ ratio: 1 });
    // Between the margins of the page, as the envelope is.
    const bar = await page.locator('noscript p').boundingBox();
    const envelope = await page.locator('.envelope').boundingBox();
    expect([bar?.x, bar?.width]).toEqual([envelope?.x, envelope?.width]);
  }
  await expect(page.getByRole('button')).toBeDisabled();
  await expect(page.getByRole('button')).toHaveCSS('border-top-style', 'dashed');

  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.resourceType()));
  const answer = await page.goto('/privacy');
  expect(answer?.headers()['content-security-policy']).not.toContain('script-src');
  await expect(page.getByText('What we keep, and for how long')).toBeVisible();
  expect(asked.filter((type) => type !== 'document' && type !== 'other')).toEqual([]);
  await context.close();
});

test("the footer's link is the operator's, opens a new tab, announces that, and sends no referrer; without a server: a plain sentence, the typed text stays, and a retry works, and the log of the console contains the reason and no address; a visitor who goes offline and comes back needs to do nothing", async ({
  visitor,
  page,
  context,
  service,
}) => {
  const sentence =
    'The server cannot be reached. What you typed is still here. Try again in a moment.';
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  service.faults.fail('lookUp', 'cut');
  service.config.madeIn = { name: 'Clay', href: 'https://clay.example/' };
  await context.route('https://clay.example/', (route) => route.fulfill({ body: 'elsewhere' }));
  await page.goto('/');
  await visitor.email.fill(JANE);
  const madeIn = page.getByRole('link', { name: 'Made in Clay', exact: true });
  await expect(madeIn).toHaveAccessibleDescription('Opens in a new tab');
  const [beside] = await Promise.all([context.waitForEvent('page'), madeIn.click()]);
  await expect(beside).toHaveURL('https://clay.example/');
  await beside.waitForLoadState();
  expect(await beside.evaluate(() => [opener, document.referrer])).toEqual([null, '']);
  await beside.close();
  await expect(visitor.text(sentence)).toBeVisible();
  await expect(visitor.email).toHaveValue(JANE);
  // The sentence is visible before and after: only the request shows that the first retry has failed.
  const failed = page.waitForEvent('requestfailed');
  await visitor.button('Try again').click();
  await failed;
  await expect(visitor.generate).toBeEnabled();
  await expect(visitor.text(sentence)).toBeVisible();
  expect(lines).toContain('look-up failed: no answer');
  expect(lines.join()).not.toContain('jane');
  service.faults.heal('lookUp');
  service.table.put({ real_email: JANE, alias_email: 'alias-2000@veilpost.example' });
  await visitor.button('Try again').click();
  await expect(visitor.text('Your current alias:')).toBeVisible();
  await expect(visitor.text(sentence)).toBeHidden();

  await context.setOffline(true);
  await visitor.email.fill('john@example.com');
  await expect(visitor.text(sentence)).toBeVisible();
  const alias_email = 'alias-3000@veilpost.example';
  service.table.put({ real_email: 'john@example.com', alias_email });
  await context.setOffline(false);
  await expect(visitor.text(alias_email)).toBeVisible();
  await expect(visitor.text(sentence)).toBeHidden();
});

test('a page without its script reports that, and a reload keeps the typed text; a later script that failed to load is requested again', async ({
  visitor,
  page,
}) => {
  await page.route(/assets\/index-/, (route) => route.abort(), { times: 1 });
  await page.goto('/');
  await visitor.email.fill(JANE);
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached.');
  await visitor.button('Try again').click();
  await expect(visitor.generate).toBeEnabled();
  await expect(visitor.email).toHaveValue(JANE);
  await expect(visitor.text(/^The server cannot be reached/)).toBeHidden();

  await page.route(/on-demand/, (route) => route.abort());
  await page.goto('/');
  await visitor.email.fill(JANE);
  await expect(visitor.text(/^The server cannot be reached/)).toBeVisible();
  // Whether the focus and the look-up have failed together or one after the other.
  await page.unroute(/on-demand/);
  await visitor.button('Try again').click();
  await expect(visitor.text(/^The server cannot be reached/)).toBeHidden();
  await visitor.submit();
  await expect(visitor.ready).toBeVisible();
});
