import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { contentSecurityPolicy } from './content-security-policy.ts';

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
