import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Texts that no person types. */
const OURS = [
  'site/src/admin/review/screens/numbers/Numbers.tsx',
  'site/src/admin/review/workspace/export/ExportDialog.tsx',
  'site/src/application/confirm/confirmation.ts',
];

test('typed texts are trimmed by the contract, which also removes invisible characters', () => {
  const files = globSync(['site/src/**/*.{ts,tsx}', 'lab/src/intake/*.ts', 'supabase/functions/*/*.ts']);
  expect(files.length).toBeGreaterThan(100);
  const others = files.filter(
    (file) => !file.endsWith('.test.ts') && !OURS.includes(file.replaceAll('\\', '/')),
  );
  expect(others.filter((file) => /\.trim\(\)/.test(readFileSync(file, 'utf8')))).toEqual([]);
});
