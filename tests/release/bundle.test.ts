import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { answerOfNode } from '@solostead/server-testkit/answer-of';
import { freePort } from '@solostead/server-testkit/network/free-port';
import { needs } from '@solostead/server-testkit/needs';
import { bundleOf as bundleOfProduct } from '@solostead/server-testkit/servers/bundle';
import { linkPackages } from '../../scripts/lib/link-packages.mjs';
import { putMigratedData, serverEnvironment } from '../harness/servers/server.ts';

describe('the bundle of a project', () => {
  let project: string;
  let first: string;
  beforeAll(async () => {
    project = copyOfSources();
    chmodSync(project, 0o755);
  });
  afterAll(() => rmSync(project, { recursive: true, force: true }));

  test.each([
    ['no-such-package', /^The package no-such-package is missing: remove node_modules, then start again\.$/],
    ['./no-such-file.ts', /no-such-file.+lab\.ts/],
  ])('that cannot be built, for %s is missing, stops the start with the reason', async (name, reason) => {
    const lab = join(project, 'lab/src/lab.ts');
    const whole = readFileSync(lab);
    onTestFinished(() => writeFileSync(lab, whole));
    appendFileSync(lab, `import '${name}';\n`);
    const { code, stderr } = await startIn(project);
    expect(code).toBe(1);
    const end = '\nThe server could not be bundled. Fix the error above, then start again.\n';
    expect(stderr.endsWith(end)).toBe(true);
    expect(stderr.slice(0, -end.length)).toMatch(reason);
    expect(existsSync(join(project, '.cache/server'))).toBe(false);
  });

  test('is built by a start, and commands run from the sources before that and from the bundle afterwards', async () => {
    const program = `process.argv = ['', '', '--version']; await import('./scripts/solostead.mjs')`;
    const before = await evaluate(project, program);
    expect(before).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(join(project, '.cache/server'))).toBe(false);
    expect((await startIn(project, { PORT: 'none' })).stderr).toMatch(/^PORT /m);
    first = await bundleOf(project);
    expect(await evaluate(project, program)).toEqual(before);
    const cli = join(first, 'cli.mjs');
    const whole = readFileSync(cli);
    writeFileSync(cli, `console.log('from the bundle');`);
    expect((await evaluate(project, program)).stdout).toBe('from the bundle\n');
    writeFileSync(cli, whole);
  });

  const asAnother = needs(isHeldBack, 'others may not enter this project');
  test(
    'can be started by a user without write access to the project, but not rebuilt',
    asAnother,
    async () => {
      const allow = (mode: number) => {
        for (const folder of ['', '.cache']) chmodSync(join(project, folder), mode);
      };
      onTestFinished(() => {
        allow(0o755);
        if (existsSync(`${first}.away`)) renameSync(`${first}.away`, first);
      });
      allow(0o555);
      expect((await startIn(project, { PORT: 'none' }, another)).stderr).toMatch(/^PORT /m);
      allow(0o755);
      renameSync(first, `${first}.away`);
      allow(0o555);
      const { code, stderr } = await startIn(project, { PORT: 'none' }, another);
      expect(code).toBe(1);
      expect(stderr).toBe(
        `Something has changed since the last build, and this user may not write into ${project}/.cache: ` +
          'start once as the owner of the project, with the same .env and DATA_DIR.\n',
      );
    },
  );

  test('is replaced only when a source changed', async () => {
    appendFileSync(join(project, 'server/src/gateway/network.test.ts'), '// a test is no part of it\n');
    const mark = join(first, 'left-by-this-test');
    writeFileSync(mark, '');
    expect(await bundleOf(project)).toBe(first);
    expect(existsSync(mark)).toBe(true);
    appendFileSync(
      join(project, 'lab/src/lab.ts'),
      "Object.assign(lab, { hints: ['Written — by this test'] });\n",
    );
    expect(await bundleOf(project)).toBe(first);
    expect(existsSync(mark)).toBe(false);
    const left = readdirSync(join(project, '.cache')).filter((name) => name.startsWith('server'));
    expect(left).toEqual(['server']);
    expect(textOf(first)).toContain('Written \\u2014 by this test');
    const binaries = pathToFileURL(join(project, 'server/src/database/embedded/binaries.ts')).href;
    expect(textOf(first)).toContain(`createRequire(${JSON.stringify(binaries)})`);
  });
});

test('a running server loads nothing of its bundle after the start, so a new one may replace it', async () => {
  const text = textOf(await bundleOfProduct());
  const parts = [...text.matchAll(/import\("\.\/([\w-]+?)-[\w-]{8}\.mjs"\)/g)].map(([, name]) => name!);
  const ofServer = parts.filter((name) => !name.endsWith('command'));
  // A start waits for these (serve.ts, serve-lab.ts, and external-providers.ts for an enabled one).
  const enabling = readFileSync(join(root, 'server/src/auth/oauth/providers/external-providers.ts'), 'utf8');
  const providers = [...enabling.matchAll(/import\('\.\/([\w-]+)\.ts'\)/g)].map(([, name]) => name!);
  expect(ofServer.toSorted()).toEqual(['app', 'lab', 'mailer', ...providers].toSorted());
  expect(text).toMatch(/import\("file:[^"]+\/node_modules\/nodemailer\//);
});

test('a stack trace of the bundle names the lines of the sources', async () => {
  const bundle = await bundleOfProduct();
  const failing = `process.setSourceMapsEnabled(true);
    const { serveLab } = await import('${bundle}/serve-lab.mjs');
    await serveLab(() => { throw new TypeError('a fault of ours'); });`;
  const dataDir = removeAfterTest(temporaryFolder());
  const env = serverEnvironment({ DATA_DIR: dataDir, PORT: String(await freePort()) });
  const { code, stderr } = await evaluate(root, failing, env);
  expect(code).toBe(1);
  // No PostgreSQL continues to write its folder.
  expect(readdirSync(dataDir)).not.toContain('postgres.new');
  const lines = readFileSync(join(root, 'server/src/serve.ts'), 'utf8').split('\n');
  const line = lines.findIndex((text) => text.includes('await buildSite?.(config)')) + 1;
  expect(stderr).toContain(`TypeError: a fault of ours\n    at `);
  expect(stderr).toContain(`    at buildSiteFor (${join(root, 'server/src/serve.ts')}:${line}:`);
  expect(stderr).not.toContain('.mjs');
});

test('a failed build of the site ends the start and the database with its exit code', async () => {
  const bundle = await bundleOfProduct();
  const dataDir = removeAfterTest(temporaryFolder());
  await putMigratedData(dataDir);
  const starting = `const { serveLab } = await import('${bundle}/serve-lab.mjs');
    await serveLab(async () => 3);`;
  const env = serverEnvironment({ DATA_DIR: dataDir, PORT: String(await freePort()) });
  expect((await evaluate(root, starting, env)).code).toBe(3);
  expect(existsSync(join(dataDir, 'server.json'))).toBe(false);
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
});

const root = join(import.meta.dirname, '../..');

/** The user of a program, the current one by default. */
type User = { readonly uid?: number; readonly gid?: number };

/** Runs a module's text in the project in `project`. */
const evaluate = (project: string, code: string, env = process.env, user: User = {}) =>
  answerOfNode(['--input-type=module', '-e', code], { cwd: project, env, ...user });

/** Runs the script of `npm start` in the project in `project`. */
const startIn = (project: string, env: Readonly<Record<string, string>> = {}, user: User = {}) =>
  evaluate(
    project,
    `await import('./scripts/start.mjs')`,
    {
      ...serverEnvironment({ DATA_DIR: join(project, '.data'), ...env }),
      MALLOC_ARENA_MAX: '2',
    },
    user,
  );

/** Returns the folder of the bundled server of the project in `project`, as `npm start` runs it. */
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
  const files = ['package.json', 'package-lock.json', 'server/package.json', 'lab/package.json'];
  for (const path of [...files, 'scripts', 'server/src', 'server/start.mjs', 'lab/src', 'supabase'])
    cpSync(join(root, path), join(copy, path), { recursive: true });
  linkPackages(copy);
  return copy;
}

const textOf = (bundle: string): string =>
  readdirSync(bundle)
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => readFileSync(join(bundle, file), 'utf8'))
    .join('\n');

/** Returns true if another user may access `path` through all its parents. */
const isOpen = (path: string): boolean =>
  path === dirname(path) || ((statSync(path).mode & 1) === 1 && isOpen(dirname(path)));

const isRoot = process.getuid?.() === 0;
const isHeldBack = !isRoot || isOpen(root);
/** Another user without root's rights, if that user may enter this project. */
const another: User = isRoot && isHeldBack ? { uid: 65_534, gid: 65_534 } : {};
