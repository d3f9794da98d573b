import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep, extname } from 'node:path';
import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { contentSecurityPolicy } from './content-security-policy.ts';

/** The built site by URL path, with pages under clean paths (`/`, `/case-study`). */
export type Site = ReadonlyMap<string, SiteFile>;

/** Reads the build in `directory` into memory. An unbuilt site is empty. */
export function loadSite(directory: string, connectTo: readonly string[]): Site {
  const files = new Set(existsSync(directory) ? filesBelow(directory) : []);
  const read = (file: string) => (files.has(file) ? readFileSync(file) : undefined);
  const site = new Map<string, SiteFile>();
  for (const file of files) {
    const path = `/${relative(directory, file).split(sep).join('/')}`;
    if (isCompressedOf(file, files) || FOR_HOSTS.has(path)) continue;
    const built = { br: read(`${file}.br`), gzip: read(`${file}.gz`) };
    site.set(cleanPath(path), siteFile(path, readFileSync(file), built, connectTo));
  }
  return site;
}

/** Skips links, to folders too, because their targets are not part of the build. Node's recursion would follow them. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

/** Configuration that static hosts read in a site's folder, and that is no page of it. */
const FOR_HOSTS: ReadonlySet<string> = new Set(['/_headers', '/_redirects', '/vercel.json']);

/** The build writes compressed files next to the originals. */
const isCompressedOf = (file: string, files: ReadonlySet<string>): boolean =>
  /\.(br|gz)$/.test(file) && files.has(file.replace(/\.(br|gz)$/, ''));

/** Maps `/case-study.html` and `/case-study/index.html` to `/case-study`, and `/index.html` to `/`. */
export const cleanPath = (path: string): string => path.replace(/(\/index)?\.html$/, '') || '/';

/** One form of a file, unchanged or compressed. */
export type Representation = Readonly<ReturnType<typeof represent>>;

/** A file of the built site, held in memory. */
export type SiteFile = Readonly<ReturnType<typeof siteFile>>;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webm': 'video/webm',
  '.mp4': 'video/mp4',
};

/** Names with a hash of their content never change what they mean. */
const HASHED_NAMES = /^\/_astro\//;

/** The forms that the build has compressed. */
export interface Compressed {
  readonly br?: Buffer | undefined;
  readonly gzip?: Buffer | undefined;
}

const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/**
 * Prepares the content of `path` (as in a URL). `connectTo` lists origins of further requests of pages. Text that the
 * build has not compressed is compressed quickly here.
 */
export function siteFile(path: string, body: Buffer, built: Compressed, connectTo: readonly string[]) {
  const type = types[extname(path)] ?? 'application/octet-stream';
  const isPage = type.startsWith('text/html');
  const isText = type.endsWith('charset=utf-8') && body.length > 200;
  return {
    type,
    cacheControl: HASHED_NAMES.test(path)
      ? 'public, max-age=31536000, immutable'
      : isPage
        ? 'public, no-cache'
        : 'public, max-age=3600',
    /** Of pages only. */
    policy: isPage ? contentSecurityPolicy(body.toString(), connectTo) : null,
    identity: represent(body, ''),
    br: isText ? represent(built.br ?? brotliCompressSync(body, quickly), 'br') : null,
    gzip: isText ? represent(built.gzip ?? gzipSync(body), 'gzip') : null,
  };
}

function represent(body: Buffer, encoding: string) {
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 20);
  // Strong, with quotes. It differs between representations.
  return { body, etag: `"${digest}${encoding && `-${encoding}`}"` };
}
