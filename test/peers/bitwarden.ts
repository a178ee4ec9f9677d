/**
 * Bitwarden's own code that makes an alias: the forwarders and the REST client of its command line, as they are shipped. The
 * rest of the program does not start: its last line is removed, and its libraries are placeholders.
 */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire, isBuiltin, stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';

/** The folder into which scripts/install-peers.sh unpacks it. */
const BUILD = join(
  process.env.PEERS_FOLDER ??
    join(
      process.env.XDG_CACHE_HOME ?? join(process.env.HOME ?? '/root', '.cache'),
      'veilpost-peers',
    ),
  'bitwarden/package/build',
);

/** What its user types under 'Forwarded email alias'. */
export type ForwarderSettings = { baseUrl: string; token: string; domain?: string };

type Rpc = object;
type Bitwarden = {
  RestClient: new (
    api: { nativeFetch: (request: Request) => Promise<Response> },
    i18n: Texts,
  ) => { fetchJson: (rpc: Rpc, params: { website: string | null }) => Promise<string> };
  ForwarderContext: new (forwarder: object, settings: ForwarderSettings, i18n: Texts) => object;
  Integrations: Record<'SimpleLogin' | 'AddyIo', object>;
};
type Texts = { t: (key: string, ...parts: unknown[]) => string };

/** Its sentences, as their names and parts. */
const TEXTS: Texts = { t: (key, ...parts) => [key, ...parts].join(' | ') };

/**
 * Makes an alias as its generator does.
 * @param website of the entry that the alias is for; null: none
 * @param ask the platform's fetch
 * @returns the alias @throws the text that it shows to its user
 */
export function generate(
  which: 'SimpleLogin' | 'AddyIo',
  settings: ForwarderSettings,
  website: string | null,
  ask: (request: Request) => Promise<Response> = fetch,
): Promise<string> {
  const { RestClient, ForwarderContext, Integrations } = shipped();
  const forwarder = Integrations[which];
  const context = new ForwarderContext(forwarder, settings, TEXTS);
  const client = new RestClient({ nativeFetch: ask }, TEXTS);
  return client.fetchJson(new (forwardingRpc())(forwarder, context), { website });
}

let loaded: Bitwarden | undefined;

function shipped(): Bitwarden {
  if (loaded !== undefined) return loaded;
  const program = readFileSync(join(BUILD, 'bw.js'), 'utf8').replace(/^#!.*/, '');
  const start = program.lastIndexOf('\nmain();\n');
  assert.ok(start > 0, 'bw.js ends with its start');
  const names = '{ RestClient, ForwarderContext, Integrations }';
  const code = `${program.slice(0, start)}\nhandOver(${names});\n${program.slice(start + '\nmain();\n'.length)}`;
  const handOver = (parts: Bitwarden) => void (loaded = parts);
  const module = { exports: {} };
  compileFunction(code, ['require', 'module', 'exports', 'handOver', '__dirname', '__filename'])(
    requireBuiltin,
    module,
    module.exports,
    handOver,
    BUILD,
    join(BUILD, 'bw.js'),
  );
  return loaded ?? assert.fail('bw.js was loaded');
}

/** The request itself: the command line does not use it, so only the map of its sources has it. */
function forwardingRpc(): new (forwarder: object, context: object) => Rpc {
  const map: { sources: string[]; sourcesContent: string[] } = JSON.parse(
    readFileSync(join(BUILD, 'bw.js.map'), 'utf8'),
  );
  const at = map.sources.findIndex((name) => name.endsWith('/rpc/create-forwarding-address.ts'));
  const source = map.sourcesContent[at] ?? assert.fail('the map has the source of the request');
  const code = stripTypeScriptTypes(source, { mode: 'transform' })
    .replaceAll(/^import .*$/gm, '')
    .replace('export class', 'return class');
  return compileFunction(code)();
}

const own = createRequire(import.meta.url);

/** It puts these libraries in place of the platform's own. */
const PLATFORM: Partial<Record<string, unknown>> = {
  'node-fetch': { __esModule: true, default: fetch, Request, Response, Headers },
  'form-data': FormData,
};

function requireBuiltin(name: string): unknown {
  if (name in PLATFORM) return PLATFORM[name];
  return isBuiltin(name) ? own(name) : placeholder();
}

/** A placeholder for a library: every property, call result or base class of it is a placeholder again. */
function placeholder(): unknown {
  return new Proxy(function library() {}, {
    get: (target, name) => {
      if (name === Symbol.toPrimitive) return () => '';
      return name === 'prototype' ? Reflect.get(target, name) : placeholder();
    },
    apply: placeholder,
    construct: () => Object(placeholder()),
  });
}
