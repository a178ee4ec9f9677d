/** The calls of the specification (section 7), and the effect of each kind of answer. */

import { expect, test } from './fixtures.ts';
import { JANE } from './visitor.ts';

test('the calls are those of the specification, with key and canonical address', async ({
  visitor,
  service,
  page,
}) => {
  const asked: string[] = [];
  const logged: string[] = [];
  page.on('console', (line) => logged.push(line.text()));
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (!/^\/(assets\/|favicon|$)/.test(pathname))
      asked.push(`${request.method()} ${pathname}${decodeURIComponent(search)}`);
  });
  await page.goto('/');
  await visitor.email.fill('Jane.Doe@Example.COM');
  await expect.poll(() => service.count('lookUp')).toBe(1);
  await visitor.submit();
  await visitor.ready.waitFor();
  await visitor.forwarding.click();
  await expect(visitor.text('Forwarding Off')).toBeVisible();
  await expect.poll(() => service.count('update')).toBe(1);
  const [row] = service.table.rows;
  expect(asked).toEqual([
    `GET /rest/v1/aliases?select=*&real_email=eq.${JANE}&order=created_at.desc`,
    `GET /rest/v1/aliases?select=id&alias_email=eq.${row?.alias_email}`,
    'POST /rest/v1/aliases?select=*',
    `PATCH /rest/v1/aliases?id=eq.${row?.id}&select=*`,
  ]);
  for (const { headers } of service.calls) {
    expect(headers.apikey).toBe('public-anonymous-key');
    expect(headers.authorization).toBe('Bearer public-anonymous-key');
    expect(headers['x-real-email']).toBe(JANE);
  }
  expect(service.calls[2]?.body).toEqual({
    real_email: JANE,
    alias_email: expect.stringMatching(/^alias-[1-9]\d{3}@veilpost\.example$/),
    active: true,
  });
  expect(service.calls[3]?.body).toEqual({ active: false });
  // The code PGRST116 means that the candidate is free, and is not a failure. The browser itself logs its status 406.
  expect(logged).toEqual([expect.stringContaining('406')]);
});
