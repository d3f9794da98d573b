import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const folders = ['bench', 'deploy', 'docs', 'lab', 'scripts', 'server', 'site', 'supabase', 'tests'];

const below = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist') return [];
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? below(path) : [path];
  });
const files = folders.flatMap(below);
const pages = [
  ...globSync('*.md', { cwd: root }),
  ...files.filter((file) => /^(docs|server|tests)\/.*\.md$/.test(file)),
];

describe.each(pages)('%s', (page) => {
  test('names files and folders that exist', () => {
    const missing = codeSpans(page)
      .map((code) => code.replaceAll(/<[^>]+>/g, '*'))
      .filter((code) => isPath.test(code) || IS_FILE.test(code))
      .filter((code) => !made.includes(code) && globSync(code, { cwd: root }).length === 0)
      .filter((code) => named(code).length === 0);
    expect(missing).toEqual([]);
  });

  test('links to pages and headings that exist', () => {
    const broken = [...text(page).matchAll(/\]\((?!https?:|mailto:)([^)#]*)(?:#([^)]+))?\)/g)]
      .filter(([, path, heading]) => {
        const target = path ? join(dirname(page), path) : page;
        return !existsSync(join(root, target)) || (heading && !headings(target).includes(heading));
      })
      .map(([link]) => link);
    expect(broken).toEqual([]);
  });

  test('quotes existing titles of its tests', () => {
    const quoted = [
      ...text(page)
        .replaceAll(/\s+/g, ' ')
        .matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`: ((?:"[^"]+"(?:, )?)+)/g),
    ].flatMap(([, file, titles]) =>
      [...titles!.matchAll(/"([^"]+)"/g)].map(([, title]) => ({ file: file!, title: title! })),
    );
    expect(quoted.filter(({ file, title }) => !named(file).some((at) => text(at).includes(title)))).toEqual(
      [],
    );
  });

  test('uses commands that exist', () => {
    const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> };
    const typed = [
      ...text(page).matchAll(
        /npm run (?:-s )?(?!solostead)([a-z][a-z:-]*)(?: -- ([a-z][a-z-]+)(?=[\s`,;:)]|$))?/g,
      ),
    ];
    const unknown = typed
      .filter(([, name = '', verb]) => {
        const script = scripts[name];
        if (script === undefined) return true;
        return verb && !sourcesOf(name, script).includes(verb);
      })
      .map(([command]) => command);
    expect(unknown).toEqual([]);
  });

  test("uses the operators' commands correctly", () => {
    const typed = [
      ...text(page).matchAll(/npm run (?:-s )?solostead -- ([a-z-]+)(?: ([a-z][a-z-]+)(?=[\s`,;:)]|$))?/g),
    ];
    const unknown = typed
      .filter(([, name, verb]) => {
        const sources = [`commands/${name}.command.ts`, `commands/${name}-command.ts`]
          .flatMap(named)
          .map(text);
        return sources.length === 0 || (verb && !sources.join('\n').includes(`'${verb}'`));
      })
      .map(([command]) => command);
    expect(unknown).toEqual([]);
  });
});

test.each(['docs', 'server/docs'])('the list of decisions in %s has each with its date and title', (docs) => {
  const decisions = pages.filter(
    (page) => dirname(page) === `${docs}/decisions` && basename(page) !== 'README.md',
  );
  const lines = decisions.map((page) => {
    const [, title, date] = /^# (.+)\n\nAccepted (\S+)\.\n/.exec(text(page)) ?? [];
    return `- ${date} [${title}](${basename(page)})`;
  });
  const listed = text(`${docs}/decisions/README.md`).match(/^- .+$/gm)!;
  expect(listed.sort()).toEqual(lines.sort());
});

/** The anchors of a page's headings, as a repository's host makes them. */
function headings(page: string): string[] {
  return [...text(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{Letter}\p{Number} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Returns the source of `npm run NAME` with the names of the files next to it, to find its verbs. */
function sourcesOf(name: string, script: string): string {
  const [, program = '', command = name] = /.*node (\S+) ?(\S*)/.exec(script) ?? [];
  const beside = files
    .filter((file) => file.startsWith(`${dirname(program)}/`))
    .map((file) => basename(file));
  return [text(program), ...named(`commands/${command}.command.ts`).map(text), ...beside].join('\n');
}

const text = (path: string) => readFileSync(join(root, path), 'utf8');

/** Made by a build, a start or a person, so not in the repository. */
const made = ['site/dist', 'supabase/functions/.env', 'supabase/baseline.json', 'tests/fixtures/releases'];

/** Returns the text in backticks of a page, without code blocks. */
const codeSpans = (page: string): string[] =>
  [
    ...text(page)
      .replaceAll(/^```[\s\S]*?^```/gm, '')
      .matchAll(/`([^`]+)`/g),
  ].map(([, code]) => code!);

/**
 * Returns files whose path ends with the name. Pages name tests without their folder, and kinds of files such as
 * `.rules.ts`.
 */
const named = (name: string): string[] => {
  const end = name.startsWith('*') ? name.slice(1) : name.startsWith('.') ? name : `/${name}`;
  return files.filter((file) => `/${file}`.endsWith(end));
};

const isPath = new RegExp(`^(${folders.join('|')})/[^ ]*$`);
const IS_FILE = /^[\w.*/-]+\.(astro|css|html|mjs|sql|tsx?)$/;
