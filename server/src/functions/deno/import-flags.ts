import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { importMapOf, readImports, resolveName } from '../import-map.ts';
import { codeOf } from '../unsupported.ts';

/** Every version of the module whose `serve` most older functions call. It needs a function that Deno 2 has removed. */
const STD_SERVER = /^https:\/\/deno\.land\/std(?:@[^/]+)?\/http\/server\.ts$/;

const SERVE = 'export const serve = (handler, options = {}) => Deno.serve(options, handler).finished;';

const asModule = (type: string, text: string): string => `data:${type},${encodeURIComponent(text)}`;

interface ImportMap {
  readonly imports?: Readonly<Record<string, string>>;
  readonly scopes?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Flags for the function's own configuration and import map. */
export function importFlags(file: string, importMap: string): string[] {
  const map = importMapOf(file, importMap);
  const isConfig = map !== null && /^deno\.jsonc?$/.test(basename(map));
  const flags = isConfig ? ['--config', map] : ['--no-config'];
  const servers = stdServersOf(file, map);
  if (servers.length === 0) return map === null || isConfig ? flags : [...flags, '--import-map', map];
  const replaced = Object.fromEntries(servers.map((name) => [name, asModule('text/javascript', SERVE)]));
  const merged = JSON.stringify(withImports(map, replaced));
  return [...flags, '--import-map', asModule('application/json', merged)];
}

/** Returns the names by which the function imports the module. */
function stdServersOf(file: string, map: string | null): string[] {
  const imports = readImports(map);
  const names = [...codeOf(file).matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)];
  return names.flatMap(([, name = '']) => (STD_SERVER.test(resolveName(name, imports)) ? name : []));
}

/** Returns the map with more imports. The result has no address, so its relative entries become absolute. */
function withImports(path: string | null, added: Readonly<Record<string, string>>): ImportMap {
  if (path === null) return { imports: added };
  const { imports = {}, scopes = {} } = JSON.parse(readFileSync(path, 'utf8')) as ImportMap;
  const base = pathToFileURL(path);
  const absolute = (entries: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(entries).flatMap((entry) => entriesOf(entry, base)));
  const scoped = Object.entries(scopes).map(([scope, entries]) => [at(scope, base), absolute(entries)]);
  return { imports: { ...absolute(imports), ...added }, scopes: Object.fromEntries(scoped) };
}

/** A key for a package also maps the names below it, as Deno adds it to a map in deno.json. */
function entriesOf([key, address]: [string, string], base: URL): [string, string][] {
  const own: [string, string] = [at(key, base), at(address, base)];
  const [, kind, name] = /^(npm|jsr):\/?([^/].*[^/])$/.exec(address) ?? [];
  return kind && !key.endsWith('/') ? [own, [`${key}/`, `${kind}:/${name}/`]] : [own];
}

const at = (address: string, base: URL): string =>
  /^\.{0,2}\//.test(address) ? new URL(address, base).href : address;
