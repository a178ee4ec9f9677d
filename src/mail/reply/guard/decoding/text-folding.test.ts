import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALIAS, judge, plain, SHOWS, typed } from '../guard.fixture.ts';
import { unitsOf } from './charset.ts';
import { endOfCharacter, fold, foldEscaped, foldPlain } from './text-folding.ts';

function folded(text: string) {
  const units = unitsOf(text);
  const into = new Uint16Array(units.length * 3);
  const origins = new Uint32Array(into.length);
  const { count, read } = fold(
    { units, folded: into, origins },
    { from: 0, until: units.length, end: units.length, base: 100, count: 0 },
    { atLineStart: true },
  );
  assert.equal(read, units.length);
  return {
    text: String.fromCharCode(...into.subarray(0, count)),
    at: [...origins.subarray(0, count)],
  };
}

test('invisible differences are folded away', () => {
  for (const [text, expected] of [
    ['A b\tC\r\nd\u00a0e\u2028f\u007fg', 'abcdefg'],
    ['> a > b\r\n>> c\r\n > >d\r\ne>', 'a>bcde>'],
    ['\u00fc u\u0308 \u00df \u0130 \ufb03 \uff20 \u3002 \u2011 \u24d0', 'uussiffi@.-a'],
    ['\ufb03\ufb03', 'ffiffi'],
    ['\u00ad\u200b\u2060\ufeff\u034f', ''],
    ['\u{1d423}\u{e0041}x', 'jx'],
    ['&#64;&#x40;&#X40;&#64x&commat;&COMMAT;', '@@@@x@&commat;'],
    ['&ouml;&Ouml;&yuml;&szlig;&unknown;&', 'ooyss&unknown;&'],
    ['&shy@&shydoe&nbsp@&ouml@&ampx &lt=&notx&ethe', '@doe@o@&x<=\u00acx\u00f0e'],
    ['&#00000000000064;&#x000000000040;&#0;&emsp13;', '@@'],
    ['&#;&#x;&#xg;&#1114112;', '&#;&#x;&#xg;&#1114112;'],
    ['%40%4a%4A%C3%BC%zz%4', '@jju%zz%4'],
    ['%E2%82%AC %F0%9D%90%A3 %C3%28 %FF', '\u20acj a(y'.replace(' ', '')],
    ['%2540 %252540 &amp;#64; &#37;40', '@@@@'],
    ['\\u0040 \\u00FC \\u004 \\x', '@u\\u004\\x'],
  ] as const) {
    assert.equal(folded(text).text, expected, JSON.stringify(text));
  }
  assert.equal(foldPlain('J\u00f6rg \u00df@N\u00e4st.Example'), 'jorgss@nast.example');
});

test('each folded character keeps its original position', () => {
  assert.deepEqual(folded('a %40\ufb03b').at, [100, 102, 105, 105, 105, 106]);
  const units = unitsOf('a&#64;\u{1d423}%2540');
  assert.deepEqual(
    [0, 1, 6, 8].map((at) => endOfCharacter(units, at)),
    [1, 6, 8, 13],
  );
});

test('an ASCII needle is folded in the same way as next to other letters', () => {
  for (let unit = 0; unit < 128; unit++) {
    const char = String.fromCharCode(unit);
    assert.equal(`${foldPlain(char)}o`, foldPlain(`${char}\u00f6`), String(unit));
  }
});

test('an address is read through every named character of HTML', () => {
  for (const [text, expected] of [
    ['jane&commat;nest&period;example', 'jane@nest.example'],
    ['&jscr;&afr;&nopf;&escr;&commat;nest', 'jane@nest'],
    ['&Jopf;&Ascr;NE', 'jane'],
    ['o&ffilig;ce&lowbar;&UnderBar;', 'office__'],
    ['&fjlig;ord&fjlig;', 'fjordfj'],
    ['&jukcy;&alpha;&zeta;&imath;', '\u0454\u03b1\u03b6i'],
    ['j&ouml;rg, &Odblac;', 'jorg,o'],
    ['ja&frac12;ne&sup1;', 'ja1\u20442ne1'],
    ['a&bsol;&sol;&num;&percnt;&plus;&Hat;b', 'a\\/#%+^b'],
    ['a&dash;b&hyphen;c&minus;d', 'a-b-c-d'],
  ] as const) {
    assert.equal(foldEscaped(text), expected, text);
  }
});

test('an address is not broken by an invisible named character', () => {
  const names =
    'ApplyFunction InvisibleComma InvisibleTimes NoBreak ZeroWidthSpace NegativeThinSpace af ic it lrm rlm shy ' +
    'zwj zwnj Tab NewLine emsp13 emsp14 hairsp MediumSpace ThickSpace VeryThinSpace';
  for (const name of names.split(' ')) assert.equal(foldEscaped(`ja&${name};ne`), 'jane', name);
});

test('entity names of early HTML need no semicolon, and others do', () => {
  for (const [text, expected] of [
    ['j&oumlrg', 'jorg'],
    ['j&ouml', 'jo'],
    ['ja&shyne', 'jane'],
    ['&notin;', '\u2208'],
    ['&notit;', '\u00acit;'],
    ['ja&zwjne', 'ja&zwjne'],
    ['jane&commat', 'jane&commat'],
    ['a&b;c&;d&#;e&toString;', 'a&b;c&;d&#;e&tostring;'],
    ['&CounterClockwiseContourIntegral;', '\u2233'],
    ['&CounterClockwiseContourIntegrals;', '&counterclockwisecontourintegrals;'],
  ] as const) {
    assert.equal(foldEscaped(text), expected, text);
  }
});

test('typographic apostrophes, hyphens and blanks do not hide an address', async () => {
  const address = "o'brien-smith@nest-egg.example";
  const spelled = (apostrophe: string, hyphen = '-') =>
    address.replace("'", apostrophe).replaceAll('-', hyphen);
  // Programs curl the apostrophe by auto-correction, and keyboards have similar accents.
  const apostrophes = '\u2018 \u2019 \u201b \u02b9 \u02bb \u02bc \u02bd \u2032 \u00b4 \uff07';
  const hyphens = '\u2010 \u2011 \u2012 \u2013 \u2014 \u2212 \u02d7 \u2043 \uff0d \ufe63';
  const unseen = '\u00a0|\u202f|\u200b|\u200c|\u200d|\u2060|\ufeff|\u00ad|\u200e';
  const named = '&rsquo; &lsquo; &acute; &prime; &#8217; &#146; &#x92; &#145; %E2%80%99';
  const dashes = '&ndash; &mdash; &minus; &hyphen; &#8209; &#150;';
  const texts = [
    ...`${apostrophes} ${named}`.split(' ').map((one) => spelled(one)),
    ...`${hyphens} ${dashes}`.split(' ').map((one) => spelled("'", one)),
    ...unseen.split('|').map((one) => spelled(`${one}'`, `-${one}`)),
    ...'&lrm; &rlm; &hairsp; &numsp; &puncsp;'.split(' ').map((one) => spelled(`${one}'`)),
  ];
  const utf8 = (text: string) => Buffer.from(text).toString('latin1');
  const windows = typed('text/plain; charset=windows-1252', 'o\x92brien-smith@nest-egg.example');
  const name = '=?utf-8?Q?o=E2=80=99brien-smith=40nest-egg.example?=';
  const field = typed(`text/plain; name="${name}"`);
  for (const content of [...texts.map((text) => plain(utf8(text))), windows, field]) {
    const { verdict } = await judge(content, { address });
    assert.equal(verdict, `${SHOWS} 0 text/plain`, content);
  }
  const options = { address, onFind: 'replace' } as const;
  const { sent } = await judge(plain(utf8(`Write to ${spelled('\u2019')}.`)), options);
  assert.equal(sent, plain(`Write to ${ALIAS}.`));
});
