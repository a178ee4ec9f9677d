import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '#languages/languages.ts';
import { letterTexts } from '#languages/letter-texts.ts';
import { supabaseLetters } from './supabase-letters.ts';

const VALUES: Record<string, string> = {
  SiteURL: 'https://veilpost.example.org',
  TokenHash: 'pkce_abc',
  Token: '042317',
  Email: 'jane@mailbox.test',
  NewEmail: 'jane@other.test',
};

/** As Go's templates do it, as far as ours need it. @param language of the user's data */
function rendered(template: string, language: string | number | undefined): string {
  const [, chain = ''] =
    /^\{\{ \$l := printf "%v" \.Data\.language \}\}(.*)\{\{ end \}\}$/s.exec(template) ?? [];
  const branches = chain.split(/\{\{ (?:else )?(?:if eq \$l "([^"]+)" )?\}\}/).slice(1);
  const tags = branches.filter((_, index) => index % 2 === 0);
  const at = tags.indexOf(`${language}`);
  const text = branches[2 * (at === -1 ? tags.length - 1 : at) + 1] ?? assert.fail();
  return text.replaceAll(
    /\{\{ \.(\w+) \}\}/g,
    (_, name: string) => VALUES[name] ?? assert.fail(name),
  );
}

for (const language of [...Object.keys(LANGUAGES), 'en', 'xx', undefined, 7]) {
  test(`an email of Supabase to a user whose language is ${language} is in that language, and links to its page`, () => {
    const ours = Object.keys(LANGUAGES).includes(`${language}`);
    const { ASKED, CONFIRM, LETTER, NEW_ADDRESS } = letterTexts(ours ? `${language}` : 'en');
    const site = VALUES['SiteURL'] ?? assert.fail();
    const letters = supabaseLetters();
    const read = (name: string) => rendered(letters[name] ?? assert.fail(name), language);

    for (const [name, { subject }, { asked }] of [
      ['confirmation', ASKED.signup, CONFIRM],
      ['magic_link', ASKED.magiclink, ASKED.magiclink],
    ] as const) {
      assert.equal(read(`${name}.subject.txt`), subject(site));
      const body = read(`${name}.html`);
      const places = [asked(site), LETTER.code('042317'), LETTER.open, LETTER.ignore].map((text) =>
        body.indexOf(text),
      );
      assert.ok(!places.includes(-1), body);
      assert.deepEqual(
        places,
        places.toSorted((a, b) => a - b),
        'the code is before the link',
      );
      const page = ours ? `${site}/${language}/` : `${site}/`;
      assert.ok(body.includes(`<a href="${page}#confirm=pkce_abc">`), body);
      assert.ok(body.includes(`lang="${ours ? `${language}` : 'en'}"`), body);
      assert.doesNotMatch(body, /\{\{|\}\}|undefined/);
    }
    const change = read('email_change.html');
    assert.ok(change.includes(NEW_ADDRESS.code('042317')), change);
    assert.match(change, /jane@mailbox\.test &#8594; jane@other\.test/);
    assert.doesNotMatch(change, /href|\{\{/);
  });
}

test('texts of a template are never parsed as markup', () => {
  for (const text of Object.values(supabaseLetters())) {
    const plain = text.replaceAll(/\{\{.*?\}\}|<\/?(?:p|div|a)\b[^<>]*>|&#8594;/g, '');
    assert.doesNotMatch(plain, /[<>&"{}]/);
  }
});
