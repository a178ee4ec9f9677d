import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unitsOf } from './charset.ts';
import { endOfCharacter, fold, foldPlain } from './text-folding.ts';

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
