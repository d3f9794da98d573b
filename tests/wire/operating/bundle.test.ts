import { execFile } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../harness/servers/free-port.ts';
import { serverEnvironment } from '../../harness/servers/server-environment.ts';

const root = join(import.meta.dirname, '../../..');
const node = join(root, 'node_modules/.bin/node');

interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a module's text in the project that lies in `project`. */
const evaluate = (project: string, code: string, env = process.env): Promise<Answer> =>
  promisify(execFile)(node, ['--input-type=module', '-e', code], { cwd: project, env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Answer) => ({ code, stdout, stderr }),
  );

/** Where the server of the project in `project` lies bundled, as `npm start` runs it. */
async function bundleOf(project: string): Promise<string> {
  const code = `const { bundledServer } = await import('./scripts/lib/server-bundle.mjs');
    console.log(await bundledServer());`;
  const { stdout, stderr } = await evaluate(project, code);
  expect(stderr).toBe('');
  return stdout.trim();
}

/** Its name holds what a shell, an address or a replacement would read as something else. */
const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), "solostead's $& bundle-"));

const removeAfterTest = (folder: string): string => {
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** A copy of what a bundle is made of, to be changed. */
function copyOfSources(): string {
  const copy = temporaryFolder();
  for (const path of ['package.json', 'package-lock.json', 'scripts', 'server', 'lab', 'supabase']) {
    cpSync(join(root, path), join(copy, path), {
      recursive: true,
      filter: (file) => !file.endsWith('node_modules'),
    });
  }
  for (const path of ['node_modules', 'server/node_modules', 'lab/node_modules'])
    if (existsSync(join(root, path))) symlinkSync(join(root, path), join(copy, path));
  return copy;
}

const textOf = (bundle: string): string =>
  readdirSync(bundle)
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => readFileSync(join(bundle, file), 'utf8'))
    .join('\n');

describe('the bundle of a project', () => {
  let project: string;
  let first: string;
  let second: string;
  beforeAll(async () => {
    project = copyOfSources();
    first = await bundleOf(project);
  });
  afterAll(() => rmSync(project, { recursive: true, force: true }));

  test('is made anew when a source changed, and only then; the earlier one stays', async () => {
    appendFileSync(join(project, 'server/src/network.test.ts'), '// a test is no part of it\n');
    expect(await bundleOf(project)).toBe(first);
    appendFileSync(
      join(project, 'lab/src/lab.ts'),
      "Object.assign(lab, { hints: ['Written — by this test'] });\n",
    );
    second = await bundleOf(project);
    expect(second).not.toBe(first);
    expect(textOf(first)).not.toContain('by this test');
    expect(textOf(second)).toContain('Written \\u2014 by this test');
    const binaries = pathToFileURL(join(project, 'server/src/database/embedded/binaries.ts')).href;
    expect(textOf(second)).toContain(`createRequire(${JSON.stringify(binaries)})`);
  });

  test('is kept where a server was started from it lately, however long ago it was made', async () => {
    const made = (path: string, hoursAgo: number) => utimesSync(path, 0, Date.now() / 1000 - hoursAgo * 3600);
    made(first, 20);
    made(second, 10);
    for (const hours of [1, 2, 3, 4, 5, 6]) {
      const other = join(dirname(second), String(hours).repeat(16));
      mkdirSync(other);
      made(other, hours);
    }
    expect(await bundleOf(project)).toBe(second);
    appendFileSync(join(project, 'lab/src/lab.ts'), "Object.assign(lab, { hints: ['Another'] });\n");
    const third = await bundleOf(project);
    expect(readdirSync(dirname(second)).sort()).toEqual(
      ['1', '2', '3']
        .map((digit) => digit.repeat(16))
        .concat(basename(second), basename(third))
        .sort(),
    );
  });
});

test('a package that is missing stops the bundler', async () => {
  const project = removeAfterTest(copyOfSources());
  appendFileSync(join(project, 'lab/src/lab.ts'), "import 'no-such-package';\n");
  const { code, stderr } = await evaluate(
    project,
    `await (await import('./scripts/lib/server-bundle.mjs')).bundledServer()`,
  );
  expect(code).toBe(1);
  expect(stderr).toMatch(/no-such-package/);
});

test('a bundle that cannot be made stops the start, and what is wrong is said', async () => {
  const project = removeAfterTest(copyOfSources());
  appendFileSync(join(project, 'lab/src/lab.ts'), "import './nowhere.ts';\n");
  const { code, stderr } = await evaluate(project, `await import('./scripts/start.mjs')`, {
    ...serverEnvironment({ DATA_DIR: join(project, '.data') }),
    MALLOC_ARENA_MAX: '2',
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(/nowhere\.ts/);
  expect(existsSync(join(project, '.cache/server'))).toBe(false);
});

test('a stack trace of the bundle names the lines of the sources', async () => {
  const bundle = await bundleOf(root);
  const failing = `const { serveLab } = await import('${bundle}/serve-lab.mjs');
    await serveLab(() => { throw new TypeError('a fault of ours'); });`;
  const env = serverEnvironment({
    DATA_DIR: removeAfterTest(temporaryFolder()),
    PORT: String(await freePort()),
  });
  const { code, stderr } = await evaluate(root, failing, env);
  expect(code).toBe(1);
  const lines = readFileSync(join(root, 'server/src/serve.ts'), 'utf8').split('\n');
  const line = lines.findIndex((text) => text.includes('await buildSite?.(config)')) + 1;
  expect(stderr).toContain(`TypeError: a fault of ours\n    at `);
  expect(stderr).toContain(`    at buildSiteFor (${join(root, 'server/src/serve.ts')}:${line})\n`);
  expect(stderr).not.toContain('.mjs');
});
