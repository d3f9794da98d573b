import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { compressFurther, type SiteFile, siteFile } from './site-file.ts';

/** The built site by URL path; pages stand under their clean paths (`/`, `/case-study`). */
export type Site = ReadonlyMap<string, SiteFile>;

/** Reads the build in `directory` into memory; an unbuilt site is empty. Better compression follows by itself. */
export function loadSite(directory: string, connectTo: readonly string[]): Site {
  const paths = existsSync(directory) ? readdirSync(directory, { recursive: true, withFileTypes: true }) : [];
  const site = new Map<string, SiteFile>();
  for (const entry of paths.filter((found) => found.isFile())) {
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(directory, file).split(sep).join('/')}`;
    site.set(cleanPath(path), siteFile(path, readFileSync(file), connectTo));
  }
  void compressAll([...site.values()]);
  return site;
}

/** `/case-study.html` and `/case-study/index.html` are both `/case-study`; `/index.html` is `/`. */
export function cleanPath(path: string): string {
  return path.replace(/(\/index)?\.html$/, '') || '/';
}

/** One after the other, so that requests find a free thread meanwhile. */
async function compressAll(files: readonly SiteFile[]): Promise<void> {
  for (const file of files) await compressFurther(file);
}
