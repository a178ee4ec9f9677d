import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SwitchOffTokens } from '#api/switch-off/token.ts';
import { switchOffLinks } from './switch-off-link.ts';

const tokens = new SwitchOffTokens(['a secret for tests']);
const aliasId = '0b0a1d8e-3a5c-4b0e-9a52-2a7d3f1c9e11';

test('a link that switches an alias off is an https link to the site, with a token for the alias and its epoch', () => {
  const link = switchOffLinks('https://veil.example', tokens)(aliasId, 3);
  const token = /^https:\/\/veil\.example\/off\/([\w-]{46})$/.exec(link ?? '')?.[1];
  assert.deepEqual(tokens.read(token ?? ''), { aliasId, epoch: 3 });
});

test('there is no link if the site does not have https', () => {
  for (const url of [undefined, 'http://veil.example']) {
    assert.equal(switchOffLinks(url, tokens)(aliasId, 0), undefined);
  }
});
