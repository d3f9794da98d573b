// Types, lint, import directions and format: everything that can be known without running the product.
import { installWhatIsMissing } from './lib/install.mjs';
import { bin, fromRoot, root } from './lib/project.mjs';
import { run } from './lib/run.mjs';

const HELP = `npm run check [-- NAME …]: types, lint, import directions, format
  names: types-backend types-tests types-site lint directions format`;

/** @type {Record<string, [string, string[]]>} */
const CHECKS = {
  'types-backend': ['tsc', ['-p', 'backend']],
  'types-tests': ['tsc', ['-p', 'tests']],
  'types-site': ['astro', ['check', '--root', fromRoot('site'), '--minimumSeverity', 'error']],
  lint: ['oxlint', ['--quiet']],
  directions: [
    'depcruise',
    ['backend/src', 'site/src', 'tests', 'bench', 'supabase/functions', '--output-type', 'err'],
  ],
  format: ['prettier', ['--check', '--log-level', 'warn', '.']],
};

/** @param {string} name */
async function passes(name) {
  const [program, args] = CHECKS[name];
  const started = Date.now();
  const code = await run(bin('node'), [bin(program), ...args], {
    cwd: root,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  });
  console.log(
    `${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`,
  );
  return code === 0;
}

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in CHECKS));
if (unknown.length > 0) {
  console.log(names.includes('--help') ? HELP : `Unknown check: ${unknown.join(', ')}\n${HELP}`);
  process.exit(names.includes('--help') ? 0 : 1);
}
await installWhatIsMissing();
const results = { passed: 0, failed: 0 };
for (const name of names.length > 0 ? names : Object.keys(CHECKS)) {
  results[(await passes(name)) ? 'passed' : 'failed'] += 1;
}
console.log(`${results.passed} passed, ${results.failed} failed`);
process.exit(results.failed > 0 ? 1 : 0);
