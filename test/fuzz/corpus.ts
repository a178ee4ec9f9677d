/** An answer about the MX records of a.test, with these numbers of records. */
const dns = (counts: string, records: string) =>
  `\x12g\x81\x80\x00\x01${counts}\x00\x00\x01a\x04test\x00\x00\x0f\x00\x01${records}`;

const ENVELOPE = 'EHLO c.test\r\nMAIL FROM:<a@b.test>\r\nRCPT TO:<c@d.test>\r\n';

/** The inputs that earlier runs have found, and known hard ones, by subject: octets as characters of Latin-1. */
const CORPUS = {
  'address-list': {
    'octets that are not UTF-8': 'J\xc3\xb6rg \xff <j@b\xc3\xbccher.example>, a@\xff\xfe',
    'quote never closed': '"\\"@a.example> <b@c.example>',
    'route comment literal group': '<@a,@b:c@d.example>, (x(y)\\)) "z"@[1.2.3.4] ;:',
    'signs alone': '@:@:<>><,;[(',
  },
  dns: {
    'alias of itself': dns(
      '\x00\x01\x00\x00',
      '\xc0\x0c\x00\x05\x00\x01\x00\x00\x00<\x00\x02\xc0\x0c',
    ),
    'data after the end': dns(
      '\x00\x01\x00\x00',
      '\xc0\x0c\x00\x0f\x00\x01\x00\x00\x00<\xff\xff\x00\x01\xc0\x0c',
    ),
    'label and pointer back': dns(
      '\x00\x01\x00\x00',
      '\x01a\xc0\x18\x00\x0f\x00\x01\x00\x00\x00<\x00\x04\x00\x01\xc0\x0c',
    ),
    'more records than there are': dns(
      '\xff\xff\xff\xff',
      '\xc0\x0c\x00\x0f\x00\x01\x00\x00\x00<\x00\x04\x00\x01\xc0\x0c',
    ),
    'name into the next record': dns(
      '\x00\x02\x00\x00',
      '\xc0\x0c\x00\x0f\x00\x01\x00\x00\x00<\x00\x04\x00\x01?a\xc0\x0c\x00\x0f\x00\x01\x00\x00\x00<\x00\x04\x00\x01\xc0\x0c',
    ),
    'no data at all': dns('\x00\x01\x00\x00', '\xc0\x0c\x00\x0f\x00\x01\x00\x00\x00<\x00\x00'),
    'pointer to itself': dns(
      '\x00\x01\x00\x00',
      '\xc0\x18\x00\x0f\x00\x01\x00\x00\x00<\x00\x04\x00\x01\xc0\x0c',
    ),
    'soa without numbers': dns(
      '\x00\x00\x00\x01',
      '\xc0\x0c\x00\x06\x00\x01\x00\x00\x00<\x00\x02\xc0\x0c',
    ),
  },
  receiver: {
    'crlf cut between chunks': [ENVELOPE, 'BDAT 3\r\n', 'A:\rBDAT 1 LAST\r\n', '\n', 'QUIT\r\n'],
    'dot and two carriage returns': [ENVELOPE, 'DATA\r\n', '.\r\r\n', '.\r\n', 'QUIT\r\n'],
    'starttls within bdat': [ENVELOPE, 'BDAT 4\r\n', 'A: bSTARTTLS\r\n'],
  },
  replies: {
    'bare lf then crlf': '250-a\n250 b\r\n220 c\n',
    'code alone': '250\r\n354\r\n',
    'codes differ': '250-yes\r\n550 no\r\n',
    'cr in text': '250 a\rb\r\r\n',
    'hyphen without end': '250-\r\n250-\r\n250-',
    'not smtp': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'nul and high octets': '250-\x00\xff\xfe\r\n250 \x80\r\n',
  },
  'reply-guard': {
    'boundary that begins with another': [
      'Content-Type: multipart/mixed; boundary=b\r\n',
      '\r\n',
      '--b\r\n',
      'Content-Type: multipart/mixed; boundary=bb\r\n',
      '\r\n',
      '--bb\r\n',
      '\r\n',
      'x\r\n',
      '--bb--\r\n',
      '--b--\r\n',
    ],
    'delimiter in a header': [
      'Content-Type: multipart/mixed; boundary=b\r\n',
      '\r\n',
      '--b\r\n',
      '--b\r\n',
      '\r\n',
      '--b--\r\n',
    ],
    'escapes that do not end': [
      'Content-Type: text/html\r\n',
      '\r\n',
      '<!--<a b="&#x110000;&#;&%zz\\u00\r\n',
    ],
    'half a character of UTF-16': [
      'Content-Type: text/html; charset=utf-16\r\n',
      'Content-Transfer-Encoding: quoted-printable\r\n',
      '\r\n',
      '=FE=FF=00<=00!=00-=00-=D8\r\n',
    ],
    'more padding than there is': [
      'Content-Type: multipart/mixed; boundary=b\r\n',
      '\r\n',
      '--b\r\n',
      '..: x\r\n',
      'Content-Transfer-Encoding: base64\r\n',
      '\r\n',
      'amFuZS5kb2VAbmVzdC5leGFtcGxl====\r\n',
      '--b--\r\n',
    ],
    'parameters in pieces of nothing': [
      'Content-Type: text/plain; name*1*=%; name*=x%27%27; name*0*0=y; =\r\n',
      '\r\n',
      '=',
    ],
  },
};

export function corpus(subject: keyof typeof CORPUS): { name: string; octets: Buffer }[] {
  return Object.entries<string | string[]>(CORPUS[subject]).map(([name, text]) => ({
    name,
    octets: Buffer.from([text].flat().join(''), 'latin1'),
  }));
}
