import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { contentSecurityPolicy } from './content-security-policy.ts';

/** One way to send a file: as it is, or compressed. */
export interface Representation {
  readonly body: Buffer;
  /** Strong, quotes included; differs between representations. */
  readonly etag: string;
}

/** A file of the built site, held in memory. */
export interface SiteFile {
  readonly type: string;
  readonly cacheControl: string;
  /** Of pages only. */
  readonly policy: string | null;
  readonly identity: Representation;
  br: Representation | null;
  gzip: Representation | null;
}

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
const hashedNames = /^\/_astro\//;

const sooner = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const smaller = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/** Readies the content of `path` (as in a URL); `connectTo` is where pages may send requests besides their origin. */
export function siteFile(path: string, body: Buffer, connectTo: readonly string[]): SiteFile {
  const type = types[extname(path)] ?? 'application/octet-stream';
  const isPage = type.startsWith('text/html');
  const isText = type.endsWith('charset=utf-8') && body.length > 200;
  return {
    type,
    cacheControl: hashedNames.test(path)
      ? 'public, max-age=31536000, immutable'
      : isPage
        ? 'public, no-cache'
        : 'public, max-age=3600',
    policy: isPage ? contentSecurityPolicy(body.toString(), connectTo) : null,
    identity: represent(body, ''),
    br: isText ? represent(brotliCompressSync(body, sooner), 'br') : null,
    gzip: isText ? represent(gzipSync(body), 'gzip') : null,
  };
}

/** Compresses as well as can be, which takes too long to keep a start waiting. */
export async function compressFurther(file: SiteFile): Promise<void> {
  if (!file.br) return;
  const { body } = file.identity;
  file.br = represent(await promisify(brotliCompress)(body, smaller), 'br');
  file.gzip = represent(await promisify(gzip)(body, { level: 9 }), 'gzip');
}

function represent(body: Buffer, encoding: string): Representation {
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 20);
  return { body, etag: `"${digest}${encoding && `-${encoding}`}"` };
}
