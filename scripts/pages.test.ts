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

  test('names identifiers, columns and variables that exist', () => {
    const spans = codeSpans(page).map((code) =>
      code.replace(/\(\)$/, '').replace(/^(?:private|public)\./, ''),
    );
    const unknown = spans.filter(
      (code) => IS_IDENTIFIER.test(code) && !identifiers().has(code) && !FOREIGN.has(code),
    );
    expect(unknown).toEqual([]);
  });

  test('names what a file contains', () => {
    const prose = text(page)
      .replaceAll(/^```[\s\S]*?^```/gm, '')
      .replaceAll(/\s+/g, ' ');
    const claims = [
      ...prose.matchAll(
        /((?:`[^`]+`(?:, | and |, and | or ))*`[^`]+`) (?:in|of|to) `([^`/]*(?:\/[^`]+)?\.\w+)`/g,
      ),
    ];
    const wrong = claims.filter(([, names = '', file = '']) => {
      const places = [...globSync(file, { cwd: root }), ...named(file)].filter((at) => files.includes(at));
      const identifiersOf = [...names.matchAll(/`([\w$]+)`/g)].map(([, name]) => name!);
      const isHere = (name: string) => places.some((at) => text(at).includes(name));
      return places.length > 0 && !identifiersOf.every(isHere);
    });
    expect(wrong.map(([claim]) => claim)).toEqual([]);
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

describe("the README's map", () => {
  const [, map = ''] = /## Where things are\n\n```\n([\s\S]*?)```/.exec(text('README.md'))!;

  test('names folders and files that exist where it lists them', () => {
    let folder = '';
    const missing = map.split('\n').flatMap((line) => {
      const [first] = /^[\w./]+\/(?= )/.exec(line) ?? [];
      folder = first ?? folder;
      return [...line.matchAll(/(?<![\w.-])[\w./-]+(?:\/|\.tsx?)(?=[\s;,).]|$)/g)]
        .map(([path]) => path)
        .filter((path) => !files.some((file) => `/${file}`.includes(`/${path}`)))
        .map((path) => `${folder}: ${path}`);
    });
    expect(missing).toEqual([]);
  });

  test('lists the floors of the database in their order', () => {
    const [, listed = ''] = /floors: ([\w,\s]+)\n\s+functions\//.exec(map)!;
    const floors = [...text('docs/database.md').matchAll(/^\d+\. (\w+):/gm)].map(([, floor]) => floor);
    expect(listed.split(/,\s*/)).toEqual(floors);
  });
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

/** In camelCase or with an underscore, as no word of prose is. */
const IS_IDENTIFIER = /^(?=.*(?:[a-z][A-Z]|_))[A-Za-z_]\w*$/;

/** Names of PostgreSQL, Supabase and other software that the pages explain and no file of ours contains. */
const FOREIGN = new Set([
  ...['compute_query_id', 'log_line_prefix', 'log_min_duration_statement', 'log_parameter_max_length'],
  ...['pg_basebackup', 'pg_ctl', 'pg_dump', 'GOTRUE_MAILER_TEMPLATES_RECOVERY', 'private_key'],
  ...['useNavigate', 'useSearch'],
]);

let found: Set<string> | null = null;
/** Returns every identifier of the code and the configuration. */
const identifiers = (): Set<string> =>
  (found ??= new Set(
    [...files, ...globSync('{*.json,.*.json,.env.example}', { cwd: root })]
      .filter(
        (file) => !/\.(?:md|webp|woff2|png|mp4|webm|jpg|avif|backup)$|figures\.json|record\.json/.test(file),
      )
      .flatMap((file) => text(file).match(/[A-Za-z_$][\w$]*/g) ?? []),
  ));

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
  const path = name.replaceAll(/[.+?^$(){}|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*');
  const end = new RegExp(`${/^[*.]/.test(name) ? '' : '/'}${path}$`);
  return files.filter((file) => end.test(`/${file}`));
};

const isPath = new RegExp(`^(${folders.join('|')})/[^ ]*$`);
const IS_FILE = /^[\w.*/-]+\.(astro|css|html|mjs|sql|tsx?)$/;
