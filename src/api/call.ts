/** The product's calls by name, as limits and metrics know them. */

/** `none` is whatever is refused because it is no call of the product. */
export const CALLS = ['create', 'lookup', 'exists', 'switch', 'test_mail', 'none'] as const;

export type Call = (typeof CALLS)[number];

/** Which call a request wants to be; whether it is a good one is for the call itself to say. */
export function callOf(method: string, path: string, query: string): Call {
  if (path === '/functions/v1/send-test-mail') return method === 'POST' ? 'test_mail' : 'none';
  if (path !== '/rest/v1/aliases') return 'none';
  switch (method) {
    case 'POST':
      return 'create';
    case 'PATCH':
      return 'switch';
    case 'GET':
      return new URLSearchParams(query).has('real_email') ? 'lookup' : 'exists';
    default:
      return 'none';
  }
}
