import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type SiteFile, siteFile } from './site-file.ts';

/** The built site by URL path, with pages under clean paths (`/`, `/case-study`). */
export type Site = ReadonlyMap<string, SiteFile>;

/** Reads the build in `directory` into memory. An unbuilt site is empty. */
export function loadSite(directory: string, connectTo: readonly string[]): Site {
  const files = new Set(existsSync(directory) ? filesBelow(directory) : []);
  const read = (file: string) => (files.has(file) ? readFileSync(file) : undefined);
  const site = new Map<string, SiteFile>();
  for (const file of files) {
    if (isCompressedOf(file, files)) continue;
    const path = `/${relative(directory, file).split(sep).join('/')}`;
    const built = { br: read(`${file}.br`), gzip: read(`${file}.gz`) };
    site.set(cleanPath(path), siteFile(path, readFileSync(file), built, connectTo));
  }
  return site;
}

/** Skips links, to folders too, because their targets are not part of the build. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

/** The build writes compressed files next to the originals. */
function isCompressedOf(file: string, files: ReadonlySet<string>): boolean {
  return /\.(br|gz)$/.test(file) && files.has(file.replace(/\.(br|gz)$/, ''));
}

/** Maps `/case-study.html` and `/case-study/index.html` to `/case-study`, and `/index.html` to `/`. */
export function cleanPath(path: string): string {
  return path.replace(/(\/index)?\.html$/, '') || '/';
}
