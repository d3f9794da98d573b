// The functions that scripts need before anything is installed. Plain JavaScript for Node 20.
export { DEFAULT_HOST, DEFAULT_PORT } from './src/configuration/default-address.mjs';
export { readArguments, refuseArguments } from './src/process/arguments.mjs';
export { addressProblem } from './src/process/listening-address.mjs';
export { tryLock } from './src/process/lock-file.mjs';
export { endsWith, endWithParent, namedParent, parentOption } from './src/process/parent.mjs';

/** Returns true if this Node can import the server's modules in TypeScript. Older versions only install. */
const readsTypeScript = Number(process.versions.node.split('.')[0]) >= 24;

/** Returns an error that `printFailure` prints as its message alone. @param {string} sentence */
export async function userError(sentence) {
  if (!readsTypeScript) return new Error(sentence);
  const { UserError } = await import('./src/configuration/user-error.ts');
  return new UserError(sentence);
}

/** Prints a failure in one line, or with its stack if it is a fault of the program. @param {any} error */
export async function printFailure(error) {
  if (!readsTypeScript) return console.error(error.message);
  const { printFailure: print } = await import('./src/database/sentence-for.ts');
  print(error);
}
