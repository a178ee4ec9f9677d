import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '#support/temp-folder.ts';
import { completeList } from './package-list.ts';

const component = (name: string) => ({
  type: 'library',
  name,
  version: '1.0.0',
  'bom-ref': name,
  purl: `pkg:npm/${name}@1.0.0`,
  properties: [{ name: 'cdx:npm:package:path', value: `node_modules/${name}` }],
});

const LIBRARY = {
  name: 'libstdc++6',
  version: '12.2.0-14+deb12u1',
  architecture: 'amd64',
  distribution: 'debian-12',
};

test('the list has the packages that are installed, those of the screen and those of the system, each once', (t) => {
  const folder = tempFolder((cleanUp) => t.after(cleanUp));
  for (const path of ['dist', 'node_modules/node-here', 'node_modules/tslib'])
    mkdirSync(join(folder, path), { recursive: true });
  const inScreen = ['react - 19.0.0', '@supabase/auth-js - 2.0.0', 'tslib - 1.0.0'];
  const licences = inScreen.map((one) => `## ${one} (MIT)\n\nFree.\n`).join('\n');
  writeFileSync(join(folder, 'dist/licenses.txt'), licences);
  const list = completeList(
    {
      components: ['node-here', 'node-elsewhere', 'tslib'].map(component),
      dependencies: [
        { ref: 'veilpost', dependsOn: ['node-here', 'node-elsewhere', 'tslib'] },
        { ref: 'node-elsewhere' },
      ],
    },
    folder,
    [LIBRARY],
  );
  assert.deepEqual(
    list.components.map(({ purl }) => purl),
    [
      'pkg:npm/node-here@1.0.0',
      'pkg:npm/tslib@1.0.0',
      'pkg:npm/react@19.0.0',
      'pkg:npm/%40supabase/auth-js@2.0.0',
      'pkg:deb/debian/libstdc%2B%2B6@12.2.0-14%2Bdeb12u1?arch=amd64&distro=debian-12',
    ],
  );
  assert.deepEqual(list.dependencies, [{ ref: 'veilpost', dependsOn: ['node-here', 'tslib'] }]);
});
