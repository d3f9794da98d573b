// Applies the fixes that need no decision: generated pages, lint and format.
import './lib/supported-node.mjs';
import { readArguments } from '../server/start.mjs';
import { installWhatIsMissing } from './lib/install.mjs';
import { bin, fromRoot, root } from './lib/project.mjs';
import { run } from './lib/run.mjs';

const HELP = `npm run fix: writes the generated pages of docs/, fixes what lint can fix and formats all files`;

const steps = [
  [fromRoot('scripts', 'checks', 'database.mjs'), '--write'],
  // The first pass leaves imports that the second fixes.
  [bin('oxlint'), '--fix', '--quiet'],
  [bin('oxlint'), '--fix', '--quiet'],
  [bin('oxfmt')],
  [bin('prettier'), '--write', '--log-level', 'warn', 'site/**/*.astro'],
];

readArguments(HELP);
await installWhatIsMissing();
// A file that one step cannot read does not keep the others from their work.
for (const step of steps)
  process.exitCode = (await run(bin('node'), step, { cwd: root })) || process.exitCode;
