import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldEscaped } from './text-folding.ts';

test('an address is read through every named character of HTML', () => {
  for (const [text, folded] of [
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
    assert.equal(foldEscaped(text), folded, text);
  }
});

test('an address is not broken by an invisible named character', () => {
  for (const name of [
    'ApplyFunction',
    'InvisibleComma',
    'InvisibleTimes',
    'NoBreak',
    'ZeroWidthSpace',
    'NegativeThinSpace',
    'af',
    'ic',
    'it',
    'lrm',
    'rlm',
    'shy',
    'zwj',
    'zwnj',
    'Tab',
    'NewLine',
    'emsp13',
    'emsp14',
    'hairsp',
    'MediumSpace',
    'ThickSpace',
    'VeryThinSpace',
  ]) {
    assert.equal(foldEscaped(`ja&${name};ne`), 'jane', name);
  }
});

test('entity names of early HTML need no semicolon, and others do', () => {
  for (const [text, folded] of [
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
    assert.equal(foldEscaped(text), folded, text);
  }
});
