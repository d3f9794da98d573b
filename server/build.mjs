// Compiles src/ to dist/, because Node refuses to strip types below node_modules, and writes the types of the entries.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { readArguments } from './start.mjs';

const source = join(import.meta.dirname, 'src');
const target = join(import.meta.dirname, 'dist');

/** Tests, their samples, and declarations. */
const LEFT_OUT = /\.(test|sample|d)\.ts$/;

/** A relative path of a module, in an import or a URL. */
const MODULE_PATH = /(['"])(\.{1,2}\/[^'"\n]+)\.ts\1/g;

/** @param {string} file */
function compile(file) {
  const place = join(target, relative(source, file));
  mkdirSync(dirname(place), { recursive: true });
  if (!/\.m?[jt]s$/.test(file)) return copyFileSync(file, place);
  const text = readFileSync(file, 'utf8');
  const code = file.endsWith('.ts') ? stripTypeScriptTypes(text) : text;
  writeFileSync(place.replace(/\.ts$/, '.js'), code.replace(MODULE_PATH, '$1$2.js$1'));
}

/** Writes the declarations of the modules that the entries reach. */
function declareTypes() {
  const compiler = createRequire(import.meta.url).resolve('typescript-7/package.json');
  execFileSync(
    process.execPath,
    [join(compiler, '../bin/tsc'), '-p', join(import.meta.dirname, 'tsconfig.types.json')],
    {
      stdio: 'inherit',
    },
  );
  for (const file of filesIn(target).filter((path) => path.endsWith('.d.ts')))
    writeFileSync(file, readFileSync(file, 'utf8').replace(MODULE_PATH, '$1$2.js$1'));
}

/** @param {string} folder */
const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

readArguments('npm run build: compiles src/ to dist/, with the types of the entries');
process.removeAllListeners('warning');
rmSync(target, { recursive: true, force: true });
declareTypes();
filesIn(source)
  .filter((file) => !LEFT_OUT.test(file))
  .forEach(compile);
