/** The name of a call in metrics: from a small fixed set, whatever a client sends. */

const TABLE = '/rest/v1/aliases';

/** @param query the parameters of the address; only their names are looked at */
export function callName(method: string, path: string, query: string): string {
  if (path === '/') return 'page';
  if (path.startsWith('/assets/')) return 'asset';
  if (path === '/healthz') return 'health';
  if (path === '/functions/v1/send-test-mail') return 'send_test_mail';
  if (path !== TABLE) return 'other';
  switch (method) {
    case 'POST':
      return 'create';
    case 'PATCH':
      return 'switch';
    case 'GET':
      return new URLSearchParams(query).has('alias_email') ? 'exists' : 'look_up';
    default:
      return 'other';
  }
}
