import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { type Finding, fine, warning, wrong } from './finding.ts';

/** Closed to others, and the ones that the built site carries. */
export function checkKeys({ dataDir, keys, siteDir }: Config): Finding[] {
  return [checkMode(join(dataDir, 'keys.json')), checkSite(siteDir, keys.publishable)];
}

function checkMode(path: string): Finding {
  if (!existsSync(path)) return fine('keys', 'all set in the environment');
  const mode = statSync(path).mode & 0o777;
  if ((mode & 0o077) === 0) return fine('keys', `${path} is closed to others`);
  return wrong(
    'keys',
    `${path} can be read by others (mode ${mode.toString(8)}): chmod 600 it and replace the keys.`,
  );
}

function checkSite(siteDir: string, publishable: string): Finding {
  if (!existsSync(siteDir)) return warning('site', `not built in ${siteDir}: npm run build`);
  const files = readdirSync(siteDir, { recursive: true, withFileTypes: true }).filter(({ name }) =>
    /\.(js|html)$/.test(name),
  );
  const holdsKey = files.some((file) =>
    readFileSync(join(file.parentPath, file.name), 'utf8').includes(publishable),
  );
  if (holdsKey) return fine('site', 'built with the present publishable key');
  return wrong('site', `built with another publishable key: npm run build (or npm start) builds it anew.`);
}
