import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { needs } from '@solostead/server-testkit/needs';

test.each([
  ['an earlier one', true],
  ['none', false],
])(
  'a new build replaces %s before anything is removed',
  needs(process.platform === 'linux', 'others report changes of folders otherwise'),
  async (_, hasEarlier) => {
    const folder = mkdtempSync(join(tmpdir(), 'solostead-build-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [dist, fresh] = [join(folder, 'dist'), join(folder, 'dist.new')];
    for (const [place, text] of [[fresh, 'new'], ...(hasEarlier ? [[dist, 'earlier']] : [])] as const) {
      mkdirSync(place);
      writeFileSync(join(place, 'index.html'), text);
    }
    const names = namesThatChange(folder);
    const module = pathToFileURL(join(import.meta.dirname, 'replace-folder.mjs')).href;
    const code = `import(${JSON.stringify(module)}).then((it) => it.replaceFolder(...process.argv.slice(1)))`;
    await promisify(execFile)(process.execPath, ['-e', code, dist, fresh]);
    const steps = hasEarlier ? ['dist', 'dist.old', 'dist.new', 'dist', 'dist.old'] : ['dist.new', 'dist'];
    await expect.poll(() => names).toEqual(steps);
    expect(readdirSync(folder)).toEqual(['dist']);
    expect(readFileSync(join(dist, 'index.html'), 'utf8')).toBe('new');
  },
);

/** Returns the names that appear, disappear or are replaced in a folder, in order. */
function namesThatChange(folder: string): string[] {
  const names: string[] = [];
  const watcher = watch(folder, (_, name) => names.push(name!));
  onTestFinished(() => watcher.close());
  return names;
}
