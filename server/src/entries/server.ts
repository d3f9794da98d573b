/**
 * `@solostead/server`: the server and its configuration.
 *
 * @example
 * import { serve } from '@solostead/server';
 * await serve({ extension: { hints: ['Open http://127.0.0.1:3000'] } });
 */
export { type Config, readConfig, readConfigUnchanged, siteVariables } from '../configuration/config.ts';
export { chooseProject } from '../configuration/project-directory.ts';
export { UserError } from '../configuration/user-error.ts';
export { mailbox } from '../configuration/variables.ts';
export { readArguments } from '../process/arguments.mjs';
export { nameProgram } from '../process/command-line.ts';
export { parentOption } from '../process/parent.mjs';
export { serve, type ServeOptions } from '../serve.ts';
