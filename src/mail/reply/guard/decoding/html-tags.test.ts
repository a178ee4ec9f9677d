import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unitsOf } from './charset.ts';
import { HtmlTags } from './html-tags.ts';

/** The text left between the tags if it is read in two pieces. */
function between(html: string, cut: number): string {
  const tags = new HtmlTags('out');
  const units = unitsOf(html);
  tags.blank(units, { until: cut, end: units.length });
  const rest = units.subarray(cut);
  tags.blank(rest, { until: rest.length, end: rest.length });
  return String.fromCharCode(...units).replaceAll(' ', '');
}

test('the text of an HTML message is found, wherever its pieces are split', () => {
  for (const [html, text] of [
    ['jane<b title="x">.doe</b>@nest', 'jane.doe@nest'],
    ['jane<b title=x>.doe<b ">@nest', 'jane.doe@nest'],
    ['<a href="?q=">jane<b title="">.doe</b></a>@nest', 'jane.doe@nest'],
    ['jane<b title=\'>"\'>.doe<!-- > " -->@nest<!---->.example', 'jane.doe@nest.example'],
    ['jane<!-- a --!>.doe<!---->@nest<!----!>.example', 'jane.doe@nest.example'],
    ['jane<!--!> > ->.do --!>.doe<!---!> --> <!--->@<!-->nest', 'jane.doe@nest'],
    ['jane<!-- > --! > -- > - -->.doe', 'jane.doe'],
  ] as const) {
    for (let cut = 0; cut <= html.length; cut++) {
      assert.equal(between(html, cut), text, `${html} cut at ${cut}`);
    }
  }
});

test('a sign at the end of the known text is text, whatever the memory after it contains', () => {
  for (const [html, end, left] of [
    ['a<b', 2, 'a<b'],
    ['a<b', 3, 'a  '],
  ] as const) {
    const units = unitsOf(html);
    new HtmlTags('out').blank(units, { until: end, end });
    assert.equal(String.fromCharCode(...units), left, `${end}`);
  }
});
