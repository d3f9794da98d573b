// Imported first: refuses a Node version that cannot install the packages, before anything else fails.
const NEEDED = '20.19';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const [neededMajor = 0, neededMinor = 0] = NEEDED.split('.').map(Number);

if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  console.error(
    `Node ${process.versions.node} is too old: install Node ${NEEDED} or newer (https://nodejs.org).`,
  );
  process.exit(1);
}
