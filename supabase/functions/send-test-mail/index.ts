/** The entry point on Supabase; `supabase functions deploy send-test-mail` (docs/supabase.md). */

import { sendTestMail } from './send-test-mail.ts';

declare const Deno: {
  env: { toObject: () => Record<string, string> };
  serve: (handle: (request: Request) => Promise<Response>) => void;
};

const environment = Deno.env.toObject();
Deno.serve((request) => sendTestMail(request, environment, fetch));
