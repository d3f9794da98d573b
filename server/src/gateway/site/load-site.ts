import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type SiteFile, siteFile } from './site-file.ts';

/** The built site by URL path; pages under their clean paths (`/`, `/case-study`). */
export type Site = ReadonlyMap<string, SiteFile>;

/** Reads the build in `directory` into memory; an unbuilt site is empty. */
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

/** Links are left out, to folders too: what they lead to is no file of the build. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

/** The build writes compressed files beside the originals. */
function isCompressedOf(file: string, files: ReadonlySet<string>): boolean {
  return /\.(br|gz)$/.test(file) && files.has(file.replace(/\.(br|gz)$/, ''));
}

/** `/case-study.html` and `/case-study/index.html` are both `/case-study`; `/index.html` is `/`. */
export function cleanPath(path: string): string {
  return path.replace(/(\/index)?\.html$/, '') || '/';
}
