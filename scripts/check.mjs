// Runs every check that does not start the product: types, lint, import directions, format and more.
import './lib/supported-node.mjs';
import { readArguments, refuseArguments } from '../server/start.mjs';
import { installWhatIsMissing } from './lib/install.mjs';
import { bin, fromRoot, root } from './lib/project.mjs';
import { listen, run } from './lib/run.mjs';

const HELP = `npm run check [-- NAME …]: runs the checks that do not start the product, all or those named

  names: types types-site types-pages lint words contract migrations database translation styles mutations directions unused format format-pages server
  product: all except server
  migrations --freeze: writes supabase/baseline.json. From then on the present migrations may not change.`;

/** Returns the path of a check's cache. @param {string} name */
const cacheOf = (name) => fromRoot('.cache', 'checks', name);

/** The compiler of TypeScript 7. The package `typescript` is still 6, for the tools that import it. */
const compiler = fromRoot('node_modules', 'typescript-7', 'bin', 'tsc');

/** @param {string} folder of a tsconfig.json @param {string} name of the check */
const typesOf = (folder, name) => [
  ...[compiler, '-p', fromRoot(folder), '--noEmit'],
  ...['--incremental', '--tsBuildInfoFile', cacheOf(`${name}.tsbuildinfo`)],
];

/** The program of each check and its arguments, the longest first. '' is Node. @type {Record<string, [string, string[]]>} */
const checks = {
  'types-pages': [
    'astro',
    [
      ...['check', '--root', fromRoot('site'), '--minimumSeverity', 'error'],
      ...['--tsconfig', fromRoot('site', 'tsconfig.pages.json')],
    ],
  ],
  // One program for everything except site and server, because reading the libraries takes longer than our own code.
  types: ['', typesOf('.', 'types')],
  server: ['', [fromRoot('server', 'check.mjs')]],
  'types-site': ['', typesOf('site', 'types-site')],
  'format-pages': ['prettier', ['--check', '--log-level', 'warn', 'site/**/*.astro']],
  format: ['oxfmt', ['--check']],
  // The server's check reads it with server/.oxlintrc.json.
  lint: [
    'oxlint',
    ['--quiet', '--report-unused-disable-directives-severity=error', '--ignore-pattern', 'server'],
  ],
  words: ['', [fromRoot('scripts', 'checks', 'words.mjs')]],
  contract: ['', [fromRoot('scripts', 'checks', 'contract.mjs')]],
  migrations: ['', [fromRoot('scripts', 'checks', 'migrations.mjs')]],
  database: ['', [fromRoot('scripts', 'checks', 'database.mjs')]],
  translation: ['', [fromRoot('scripts', 'checks', 'translation.mjs')]],
  styles: ['', [fromRoot('scripts', 'checks', 'styles.mjs')]],
  mutations: ['', [fromRoot('scripts', 'mutate.mjs'), '--check']],
  // .dependency-cruiser.mjs has the rules.
  directions: [
    'depcruise',
    [
      ...[
        'lab/src',
        'site/src',
        'tests',
        'bench',
        'deploy',
        'scripts',
        'supabase/functions',
        '--output-type',
        'err',
      ],
      ...['--cache', cacheOf('directions'), '--cache-strategy', 'content'],
    ],
  ],
  // Unused files, exports, types and dependencies (knip.jsonc).
  unused: ['knip', []],
};

/** The output of a check that has looked. Without its package `astro check` looks at nothing and ends with 0. @type {Record<string, RegExp>} */
const signs = { 'types-pages': /Result \(\d+ files\)/ };

/**
 * Runs one check and prints its output at its end, so that the outputs of parallel checks do not mix.
 * @param {string} name
 * @returns {Promise<boolean>} whether it found nothing
 */
async function passes(name) {
  const [program, args] = checks[name];
  const started = Date.now();
  const { code, output } = await listen(bin('node'), program === '' ? args : [bin(program), ...args], {
    cwd: root,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  const isOk = code === 0 && (signs[name]?.test(output) ?? true);
  for (const [warning] of isOk ? output.matchAll(/^warning: .+$/gm) : []) console.log(warning);
  console.log(isOk ? `ok     ${name} (${seconds} s)` : `${output.trim()}\nFAILED ${name} (${seconds} s)`);
  return isOk;
}

/** @param {string[]} names @returns {Promise<{ passed: number, failed: number }>} */
async function checkAll(names) {
  const waiting = [...names];
  const results = { passed: 0, failed: 0 };
  const lane = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) {
      results[(await passes(name)) ? 'passed' : 'failed'] += 1;
    }
  };
  await Promise.all([lane(), lane()]);
  return results;
}

const product = Object.keys(checks).filter((name) => name !== 'server');
const { values, positionals } = readArguments(HELP, { freeze: { type: 'boolean' } }, [
  ...Object.keys(checks),
  'product',
]);
const names = positionals.flatMap((name) => (name === 'product' ? product : [name]));
if (values.freeze && names.join() !== 'migrations') refuseArguments(HELP, '--freeze needs migrations alone');
await installWhatIsMissing();
if (values.freeze)
  process.exit(await run(bin('node'), [...checks['migrations'][1], '--freeze'], { cwd: root }));
const { passed, failed } = await checkAll(names.length > 0 ? names : Object.keys(checks));
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
