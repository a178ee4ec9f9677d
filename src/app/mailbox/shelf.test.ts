import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Shelf } from './shelf.ts';

const mail = (octets: number) => ({ sender: '', recipients: [], octets: Buffer.alloc(octets) });
const sizes = (shelf: Shelf) => shelf.newestFirst().map(({ octets }) => octets.length);

test('the newest messages are kept, newest first', () => {
  const shelf = new Shelf({ mails: 3, octets: 1000 }, () => 0);
  for (const size of [1, 2, 3, 4]) shelf.add(mail(size));
  assert.deepEqual(sizes(shelf), [4, 3, 2]);
});

test('the oldest messages are dropped to make room for a large one', () => {
  const shelf = new Shelf({ mails: 100, octets: 1000 }, () => 0);
  for (const size of [400, 500, 90]) shelf.add(mail(size));
  shelf.add(mail(450));
  assert.deepEqual(sizes(shelf), [450, 90]);
  shelf.add(mail(460));
  assert.deepEqual(sizes(shelf), [460, 450, 90]);
});

test('a watcher is called for each message until it unsubscribes', () => {
  const shelf = new Shelf({ mails: 1, octets: 10 }, () => 0);
  let told = 0;
  const stop = shelf.watch(() => {
    told += 1;
  });
  shelf.add(mail(1));
  shelf.add(mail(1));
  stop();
  shelf.add(mail(1));
  assert.equal(told, 2);
});
