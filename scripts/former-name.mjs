// Runs the command that replaces a script of version 0.1, with the same arguments, and prints its new name on standard error.
import './lib/supported-node.mjs';
import { operate } from './lib/operate.mjs';

/** Commands that were renamed. */
const renamed = new Map([
  ['graduate', 'move'],
  ['restore-drill', 'drill'],
]);

const [name = '', ...args] = process.argv.slice(2);
const command = renamed.get(name) ?? name;
console.error(
  `npm run ${name} is npm run solostead -- ${command} from version 0.2 on; 0.3 drops the old name.`,
);
process.exitCode = await operate([command, ...args]);
