// The operators' program: node scripts/solostead.mjs COMMAND [arguments]; --help lists the commands.
import './lib/supported-node.mjs';
import { operate } from './lib/operate.mjs';

process.exitCode = await operate(process.argv.slice(2));
