import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../configuration/config.ts';
import { findFunction, type FunctionFiles, type ProjectFunctions } from './call.ts';
import { findMappedImport } from './import-map.ts';

const PACKAGE_REMEDY = 'install the package with npm and map its bare name in deno.json';

/** Features that only Deno has, each with a replacement. */
const denoOnly: readonly (readonly [RegExp, string])[] = [
  [/\bDeno\.\w+/, 'end it with `export default { fetch }` and read variables from process.env'],
  [/(?<=\b(?:from|import)\s+['"])(?:npm|jsr|https?):[^'"]+/, PACKAGE_REMEDY],
];

/** An import by a relative path, unless it is for types alone. */
const RELATIVE_IMPORT =
  /(?<!\b(?:import|export)\s+type\s[\w\s{},$*]*)\b(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g;

/** Returns the code of a file and of all that it imports by relative paths, without comments. */
export function codeOf(file: string, known = new Set<string>()): string {
  if (known.has(file) || !statSync(file, { throwIfNoEntry: false })?.isFile()) return '';
  known.add(file);
  const code = readFileSync(file, 'utf8').replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '');
  const paths = [...code.matchAll(RELATIVE_IMPORT)].map(([, path = '']) => resolve(dirname(file), path));
  return [code, ...paths.map((path) => codeOf(path, known))].join('\n');
}

/** Returns what the function uses that only Deno has, with what to write in its place, or null. */
function findDenoOnly({
  file,
  importMap,
}: FunctionFiles): { readonly used: string; readonly remedy: string } | null {
  const code = codeOf(file);
  for (const [pattern, remedy] of denoOnly) {
    const used = pattern.exec(code)?.[0];
    if (used) return { used, remedy };
  }
  const used = findMappedImport(code, file, importMap);
  if (used === null) return null;
  return used.startsWith('.')
    ? { used: `the address ${used} of its import map`, remedy: 'import the file by its relative path' }
    : { used, remedy: PACKAGE_REMEDY };
}

/** True if the function runs under Deno and not in a thread of Node. */
export const needsDeno = (files: FunctionFiles): boolean => findDenoOnly(files) !== null;

/** True if the function's code deals with requests of other origins. */
export const ownsCors = ({ file }: FunctionFiles): boolean => /access-control-|cors/i.test(codeOf(file));

/** Returns why the function cannot run, or null. Its file is read now, its imports at the first call. */
export function whyUnsupported(files: FunctionFiles): string | null {
  const found = findDenoOnly(files);
  const { file, shownPath } = files;
  if (found && findDeno(dirname(file))) return null;
  if (found)
    return `${shownPath} uses ${found.used}, which only Deno has: install it with \`npm install deno\`, or ${found.remedy}.`;
  return /\bexport\s+default\b/.test(readFileSync(file, 'utf8'))
    ? null
    : `${shownPath} has no \`export default { fetch }\`.`;
}

/** Variables that Supabase sets for every function, or that reach those alone whose project names them. */
const namedVariables =
  /\b(?:SUPABASE_DB_URL|SUPABASE_JWKS|SB_REGION|SB_EXECUTION_ID|DENO_DEPLOYMENT_ID|SMTP_URL)\b/g;

/** Returns a sentence for each variable that the function names and does not get. */
function missingVariables(
  { file, shownPath }: FunctionFiles,
  set: Readonly<Record<string, string>>,
): string[] {
  const named = new Set(codeOf(file).match(namedVariables));
  return [...named]
    .filter((name) => !Object.hasOwn(set, name))
    .map((name) => `${shownPath} names ${name}, which is set only by [edge_runtime.secrets] of config.toml.`);
}

type FunctionsAndSecrets = ProjectFunctions & Partial<Pick<Config, 'functionSecrets'>>;

/** The problems of every function of a project. The server starts all the same, and those that cannot run answer 503. */
export function unsupportedFunctions(project: FunctionsAndSecrets): string[] {
  const directory = join(project.supabaseDir, 'functions');
  const folders = existsSync(directory) ? readdirSync(directory) : [];
  return [...new Set([...folders, ...Object.keys(project.functions)])].flatMap((name) => {
    const files = findFunction(project, name);
    if (!files) return [];
    const problem = whyUnsupported(files);
    return [...(problem ? [problem] : []), ...missingVariables(files, project.functionSecrets ?? {})];
  });
}

/** The names of npm's packages with the program, without and with the C library. */
const packageNames = ['', '-glibc'].map((end) => `@deno/${process.platform}-${process.arch}${end}`);

/** Returns the program of the npm package `deno` that the project of `folder` has installed, or null. */
export function findDeno(folder: string): string | null {
  const program = process.platform === 'win32' ? 'deno.exe' : 'deno';
  try {
    const installed = createRequire(join(folder, 'index.js')).resolve('deno/package.json');
    const packages = packageNames.map((name) => join(dirname(installed), '..', name, program));
    return packages.find((file) => existsSync(file)) ?? null;
  } catch {
    return null;
  }
}
