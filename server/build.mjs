// Compiles src/ to dist/: Node refuses to strip types below node_modules.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';

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

process.removeAllListeners('warning');
rmSync(target, { recursive: true, force: true });
readdirSync(source, { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name))
  .filter((file) => !LEFT_OUT.test(file))
  .forEach(compile);
