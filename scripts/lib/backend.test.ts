import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { findBackend } from './backend.mjs';

const here = 'http://localhost:3000';

test.each<[string, string | null, Record<string, string>, object]>([
  ['.data', null, {}, { url: here, key: 'kept', isHere: true }],
  ['elsewhere', 'DATA_DIR=elsewhere', {}, { url: here, key: 'kept', isHere: true }],
  ['elsewhere', 'DATA_DIR=other', { DATA_DIR: 'elsewhere' }, { url: here, key: 'kept', isHere: true }],
  ['.data', 'SUPABASE_PUBLISHABLE_KEY=set', {}, { url: here, key: 'set' }],
  ['.data', 'SUPABASE_PUBLISHABLE_KEY=set', { PUBLIC_SUPABASE_KEY: 'theirs' }, { url: here, key: 'theirs' }],
  ['.data', 'PUBLIC_SUPABASE_URL=http://other', {}, { url: 'http://other', key: 'kept', isHere: false }],
  ['elsewhere', null, {}, { url: undefined, key: undefined }],
])(
  'with a backend in %s, .env %j and the environment %j it is %j',
  (dataDir, envFile, environment, found) => {
    const folder = newFolder();
    mkdirSync(join(folder, dataDir));
    writeFileSync(join(folder, dataDir, 'server.json'), JSON.stringify({ url: here }));
    writeFileSync(join(folder, dataDir, 'keys.json'), JSON.stringify({ publishable: 'kept' }));
    if (envFile !== null) writeFileSync(join(folder, '.env'), envFile);
    expect(findBackend(folder, environment)).toMatchObject(found);
  },
);
