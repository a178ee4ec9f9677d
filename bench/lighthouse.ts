/**
 * Lighthouse on the built screen, as a phone on slow 4G sees it (Lighthouse's own simulation), served as our server
 * serves it. `npm run bench:lighthouse`; writes bench/results/<version>-lighthouse.json.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser } from '../scripts/browser.ts';
import { StandIn } from '../test/browser/stand-in/stand-in.ts';
import { machineKind } from './measure/machine.ts';

const ROUNDS = 5;

const LIGHTHOUSE = fileURLToPath(
  new URL('lighthouse/node_modules/lighthouse/cli/index.js', import.meta.url),
);

/** The stored parts of Lighthouse's report. */
type Report = {
  lighthouseVersion: string;
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { score: number | null; numericValue?: number }>;
};

const METRICS = {
  'first-contentful-paint': 'FCP in ms',
  'largest-contentful-paint': 'LCP in ms',
  'total-blocking-time': 'TBT in ms',
  'cumulative-layout-shift': 'CLS',
  'speed-index': 'Speed Index in ms',
} as const;

const service = new StandIn();
const address = await service.listen();
const folder = mkdtempSync(join(tmpdir(), 'veilpost-lighthouse-'));
try {
  const reports: Report[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) reports.push(await audit(address));
  write(reports);
} finally {
  rmSync(folder, { recursive: true });
  await service.close();
}

async function audit(url: string): Promise<Report> {
  const { executablePath, args, env } = await findBrowser();
  const file = join(folder, 'report.json');
  const flags = ['--headless', ...args, `--user-data-dir=${join(folder, 'profile')}`].join(' ');
  const run = spawn(
    process.execPath,
    [
      LIGHTHOUSE,
      url,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--chrome-flags=${flags}`,
    ],
    { env: { ...env, CHROME_PATH: executablePath }, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const [status] = await once(run, 'exit');
  if (status !== 0)
    throw new Error('Lighthouse failed. Is it there? npm ci --prefix bench/lighthouse');
  return JSON.parse(readFileSync(file, 'utf8'));
}

function write(reports: Report[]): void {
  const [first] = reports;
  if (!first) return;
  const results = {
    date: new Date().toISOString().slice(0, 10),
    machine: machineKind(),
    lighthouse: first.lighthouseVersion,
    profile: 'phone, slow 4G, simulated by Lighthouse',
    rounds: `median of ${ROUNDS}`,
    scores: Object.fromEntries(
      Object.keys(first.categories).map((name) => [
        name,
        median(reports, ({ categories }) => 100 * (categories[name]?.score ?? 0)),
      ]),
    ),
    metrics: Object.fromEntries(
      Object.entries(METRICS).map(([id, name]) => [
        name,
        median(reports, ({ audits }) => audits[id]?.numericValue ?? Number.NaN),
      ]),
    ),
    /** Audits with room for improvement. */
    below: Object.entries(first.audits)
      .filter(([, { score }]) => score !== null && score < 1)
      .map(([id]) => id),
  };
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const path = new URL(`results/${version}-lighthouse.json`, import.meta.url);
  writeFileSync(path, `${JSON.stringify(results, null, 2)}\n`);
  console.log(results);
}

function median(reports: Report[], value: (report: Report) => number): number {
  const sorted = reports.map(value).toSorted((one, other) => one - other);
  return Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) * 1000) / 1000;
}
