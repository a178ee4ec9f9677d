import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COPY_BLOCKED } from '#languages/en/alias.ts';
import { copyBlocked } from './copy-blocked.ts';

test('a visitor who has to copy by hand reads how that machine does it', () => {
  for (const [system, maxTouchPoints, told] of [
    ['Windows NT 10.0; Win64; x64', 0, COPY_BLOCKED.keyboard],
    ['Windows NT 10.0; Win64; x64', 10, COPY_BLOCKED.keyboard],
    ['X11; Linux x86_64', 0, COPY_BLOCKED.keyboard],
    ['Macintosh; Intel Mac OS X 10_15_7', 0, COPY_BLOCKED.apple],
    ['Macintosh; Intel Mac OS X 10_15_7', 5, COPY_BLOCKED.touch],
    ['iPhone; CPU iPhone OS 18_0 like Mac OS X', 5, COPY_BLOCKED.touch],
    ['Linux; Android 10; K', 5, COPY_BLOCKED.touch],
  ] as const) {
    assert.equal(copyBlocked({ userAgent: `Mozilla/5.0 (${system})`, maxTouchPoints }), told);
  }
});
