/** Charset names of mail programs that the Encoding Standard lists under other names, or not at all. */

/** Its ASCII is read correctly; only letters beyond ASCII are read as others. */
const ASCII_ABOVE = 'iso-8859-1';

/** By the Encoding Standard's name; Outlook's begin with `-`. */
const NAMES = {
  shift_jis: 'cp932 x-ms-cp932 sjis-win shift-jisx0213 shift-jis-2004',
  gbk: 'cp936 ms936 x-windows-936 gb2312-80',
  'euc-kr': 'cp949 ms949 x-windows-949 euckr',
  big5: 'cp950 ms950 x-windows-950 big5hkscs',
  'windows-874': 'cp874 tis620',
  'euc-jp': 'eucjp eucjp-ms eucjp-win euc-jis-2004',
  'iso-2022-jp':
    'iso-2022-jp-1 iso-2022-jp-2 iso-2022-jp-3 iso-2022-jp-2004 iso-2022-jp-ms -iso-2022-jp$esc -iso-2022-jp',
  'iso-8859-1': 'latin-1',
  macintosh: 'macroman',
  'utf-8': 'utf8mb4 utf-8-mac cesu-8',
};
const STANDARD_NAMES = new Map(
  Object.entries(NAMES).flatMap(([name, others]) =>
    others.split(' ').map((other) => [other, name] as const),
  ),
);

/** Families in which each number has its own code page. */
const NUMBERED: readonly (readonly [RegExp, string])[] = [
  [/^iso-?8859-?(1[0-6]?|[2-9])$/, 'iso-8859-'],
  [/^(?:x-)?(?:win|windows|cp)-?(125[0-8])$/, 'windows-'],
];

/**
 * RFC 1428 section 3 has `unknown-8bit`: ASCII, with octets that the program does not know. The code pages of MS-DOS
 * and of the Macintosh, and those of single languages, also extend ASCII.
 */
const EXTENDS_ASCII =
  /^(?:(?:x-)?unknown(?:-8bit)?|none|default|ansi|binary|[78]bit|(?:us-?)?ascii(?:-8bit)?|(?:cp|ibm|dos)-?(?:437|7[237]\d|85\d|86\d|1125)|(?:x-)?mac-?[a-z]+|viscii|tcvn|koi8-[a-z]+|armscii-8|geostd8|georgian-(?:ps|academy))$/;

/**
 * Labels of the Encoding Standard for decoding a text, best first.
 * @param label as written in a message
 */
export function standardLabels(label: string): string[] {
  // Some programs write single quotes.
  const plain = label
    .trim()
    .toLowerCase()
    .replace(/^'(.*)'$/, '$1');
  const dashed = plain.replaceAll('_', '-');
  const numbered = NUMBERED.flatMap(([form, name]) => {
    const number = form.exec(dashed)?.[1];
    return number === undefined ? [] : [name + number];
  });
  const alias = STANDARD_NAMES.get(dashed);
  return [
    plain,
    dashed,
    ...(alias === undefined ? numbered : [alias]),
    ...(EXTENDS_ASCII.test(dashed) ? [ASCII_ABOVE] : []),
  ];
}
