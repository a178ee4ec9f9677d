/** dkimpy, an independent implementation of DKIM and ARC, in Python. */

import assert from 'node:assert/strict';
import { run } from './program.ts';

/** Answers each line, a task in JSON, with one line. Octets travel as latin1. */
const PROGRAM = `
import base64, dkim, json, sys
task = json.load(sys.stdin)
records = {name + '.': record.encode() for name, record in task['records'].items()}
answers = []
def ask(name, timeout=5):
    return records.get(name if isinstance(name, str) else name.decode())
for mail in task['mails']:
    message = mail['text'].encode('latin1')
    if 'sign' not in mail:
        arc = dkim.arc_verify(message, dnsfunc=ask)
        answers.append({'dkim': dkim.verify(message, dnsfunc=ask), 'arc': arc[0].decode() + ' ' + str(arc[2])})
        continue
    sign = mail['sign']
    key = sign['key'].encode()
    signature = dkim.sign(message, sign['selector'].encode(), sign['domain'].encode(), key,
        canonicalize=(sign['header'].encode(), sign['body'].encode()), length=sign['length'],
        signature_algorithm=sign['algorithm'].encode(), linesep=b'\\r\\n')
    text = signature + message
    if sign['seal']:
        seal = sign['seal']
        text = b'Authentication-Results: ' + seal['domain'].encode() + b'; dkim=none\\r\\n' + text
        fields = dkim.arc_sign(text, seal['selector'].encode(), seal['domain'].encode(),
            seal['key'].encode(), seal['domain'].encode(), linesep=b'\\r\\n')
        text = b''.join(fields) + text
    answers.append(text.decode('latin1'))
json.dump(answers, sys.stdout)
`;

/**
 * The package is installed for the system's interpreter, which need not be the first in the path.
 * @param messages to be verified, `text` in latin1, or to be signed, with `sign` besides
 * @param records name -> TXT record
 */
export async function dkimpy<Answer>(
  mails: readonly object[],
  records: Readonly<Record<string, string>>,
): Promise<Answer[]> {
  const input = JSON.stringify({ records, mails });
  const { code, output } = await run('/usr/bin/python3', ['-c', PROGRAM], { input });
  assert.equal(code, 0, output);
  const answers: Answer[] = JSON.parse(output);
  assert.equal(answers.length, mails.length);
  return answers;
}
