/** Headers that are cheap to send and perhaps slow to read: each is below the limits. */
export const HOSTILE_FIELDS: Record<string, string> = {
  'blanks in b=': `DKIM-Signature: v=1; b=${' '.repeat(100_000)}x`,
  semicolons: `DKIM-Signature: ${';'.repeat(100_000)}`,
  equals: `DKIM-Signature: ${'b='.repeat(50_000)}`,
  tags: `DKIM-Signature: ${Array.from({ length: 2000 }, (_, i) => `a${i}=1`).join(';')}`,
  names: `DKIM-Signature: v=1; h=${'from:'.repeat(3000)}from`,
  folding: `DKIM-Signature: v=1;${'\r\n '.repeat(30_000)}b=x`,
  tabs: `Subject: ${'a\t'.repeat(50_000)}`,
  'blanks ahead of a colon': `Subject${' '.repeat(100_000)}: x`,
  'blanks without a colon': ' \t'.repeat(50_000),
  results: `ARC-Authentication-Results: ${' '.repeat(100_000)}i`,
  instances: Array.from({ length: 300 }, (_, i) => `ARC-Seal: i=${i}; cv=pass`).join('\r\n'),
  labels: `DKIM-Signature: v=1; a=rsa-sha256; b=x; bh=x; h=from; s=a; d=${'a.'.repeat(8000)}a`,
};
