// Installs the packages. Those of tests and benchmarks, which `npm start` leaves out, need the argument `tests`.
import './lib/supported-node.mjs';
import { installWhatIsMissing } from './lib/install.mjs';

await installWhatIsMissing(process.argv[2] === 'tests');
