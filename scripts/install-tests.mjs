// Installs the packages of tests and benchmarks, which `npm start` leaves out.
import './lib/supported-node.mjs';
import { installWhatIsMissing } from './lib/install.mjs';

await installWhatIsMissing();
