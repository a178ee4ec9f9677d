/** The pages beside the screen, and the files served with it. */

import { expectAccessible } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { expectAllVisible, lowTargets } from './layout.ts';

test('a phone, a search engine and a link preview find their files; the privacy page is self-contained and accessible, light and dark; all parts have one rhythm, each paragraph 8 px below another, 4 px below its heading; a mistyped address is an envelope that says so, readable by all, and leads to the main screen', async ({
  visitor,
  page,
  request,
}) => {
  await page.goto('/');
  const href = (rel: string) => page.locator(`link[rel="${rel}"]`).getAttribute('href');
  const linked = async (rel: string) => new URL((await href(rel)) ?? '', page.url()).href;
  const touch = await request.get(await linked('apple-touch-icon'));
  expect(touch.headers()['content-type']).toBe('image/png');
  const manifest = await request.get(await linked('manifest'));
  expect(manifest.headers()['content-type']).toBe('application/manifest+json');
  const { name, icons }: { name: string; icons: { src: string; sizes: string }[] } =
    await manifest.json();
  expect(name).toBe('Veilpost');
  const share = await page.locator('meta[property="og:image"]').getAttribute('content');
  const pictures = [...icons, { src: share ?? '', sizes: '1200x630' }];
  for (const { src, sizes } of pictures) {
    const { width, height } = await page.evaluate(async (address) => {
      const picture = new Image();
      picture.src = address;
      await picture.decode();
      return { width: picture.naturalWidth, height: picture.naturalHeight };
    }, src);
    expect(`${width}x${height}`, src).toBe(sizes);
  }
  const robots = await request.get('/robots.txt');
  expect(robots.headers()['content-type']).toBe('text/plain; charset=utf-8');
  expect(await robots.text()).toMatch(/^User-agent: \*\n/);

  await page.getByRole('link', { name: 'What we keep, and for how long' }).click();
  await expect(visitor.text('What we keep, and for how long')).toBeVisible();
  for (const kept of [/deletes the row/, /seven days/, /a day at most/]) {
    await expect(visitor.text(kept).first()).toBeVisible();
  }
  const gaps = await page.locator('section.slip p').evaluateAll((paragraphs) =>
    paragraphs.map((paragraph) => {
      const before = paragraph.previousElementSibling;
      const gap =
        paragraph.getBoundingClientRect().top - (before?.getBoundingClientRect().bottom ?? 0);
      return `${before?.tagName} ${Math.round(gap)}`;
    }),
  );
  expect([...new Set(gaps)].toSorted()).toEqual(['H3 4', 'P 8']);
  await expectAccessible(page);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 700 });
    await expectAllVisible(page);
  }
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await expectAllVisible(page);
  await page.getByRole('link', { name: 'Back to main screen' }).click();
  await expect(visitor.generate).toBeVisible();

  await page.setViewportSize({ width: 320, height: 640 });
  expect((await page.goto('/alais'))?.status()).toBe(404);
  await expect(page.getByRole('heading')).toHaveText('Page not found.');
  await expectAllVisible(page);
  await expectAccessible(page);
  expect(await lowTargets(page.locator('a'))).toEqual([]);
  await page.getByRole('link', { name: 'Back to main screen' }).click();
  await expect(visitor.email).toBeVisible();
});
