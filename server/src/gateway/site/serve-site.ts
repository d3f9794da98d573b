import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { isApiPath } from '../refusals.ts';
import { acceptedEncodings } from './accepted-encodings.ts';
import { cleanPath, type Site, type Representation, type SiteFile } from './load-site.ts';

/** Serves the built site from memory, and its not-found page (status 404) for every path that is nothing else. */
export function serveSite(site: Site): FastifyPluginAsync {
  return async (app) => {
    app.get('/*', (request, reply) => {
      if (isApiPath(request.url)) return reply.callNotFound();
      const { path, query } = split(request.url);
      const file = site.get(path);
      if (file) return sendFile(request, reply, file, 200);
      const clean = cleanPath(path.replace(/\/+$/, ''));
      if (clean !== path && site.has(clean)) return sendElsewhere(reply, `${encodeURI(clean)}${query}`);
      return sendNotFound(request, reply, site, path);
    });
  };
}

function sendElsewhere(reply: FastifyReply, address: string): FastifyReply {
  // The query may hold the secret of a link.
  if (address.includes('?'))
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
  else reply.header('cache-control', 'public, max-age=3600');
  return reply.redirect(address, 301);
}

function sendNotFound(request: FastifyRequest, reply: FastifyReply, site: Site, path: string): FastifyReply {
  // A client may have encoded the question mark of a mailed link, once or more often. No log may contain its secret.
  request.log.info({ attempted: path.split(/[?&;=%]/, 1)[0]!.slice(0, 200) }, 'not found');
  const page = site.get('/404');
  if (page) return sendFile(request, reply, page, 404);
  const sentence =
    site.size === 0
      ? 'No site is built here. The API is at /auth/v1, /rest/v1 and /functions/v1.'
      : 'Not found.';
  return reply
    .code(site.size === 0 ? 503 : 404)
    .type('text/plain; charset=utf-8')
    .send(sentence);
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: SiteFile, status: 200 | 404) {
  const [encoding, { body, etag }] = choose(file, request.headers['accept-encoding']);
  reply.header('etag', etag).header('cache-control', status === 404 ? 'no-store' : file.cacheControl);
  if (file.br) reply.header('vary', 'accept-encoding');
  if (status === 200 && matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
  reply.type(file.type);
  if (file.policy) reply.header('content-security-policy', file.policy);
  if (encoding) return reply.code(status).header('content-encoding', encoding).send(body);
  if (file.br || status === 404) return reply.code(status).send(body);
  return sendRange(request, reply.header('accept-ranges', 'bytes'), body, etag);
}

/** Films and pictures may be asked for in parts. */
function sendRange(request: FastifyRequest, reply: FastifyReply, body: Buffer, etag: string): FastifyReply {
  const condition = request.headers['if-range'];
  const range = condition && condition !== etag ? null : byteRange(request.headers.range, body.length);
  if (range === null) return reply.code(200).send(body);
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${body.length}`).type('text/plain').send('');
  }
  const { first, last } = range;
  reply.header('content-range', `bytes ${first}-${last}/${body.length}`);
  return reply.code(206).send(body.subarray(first, last + 1));
}

/** Returns the compressed form that the client prefers. A file without one is sent unchanged. */
function choose(file: SiteFile, accepted: string | undefined): [string | null, Representation] {
  for (const encoding of acceptedEncodings(accepted)) {
    if (encoding === 'identity') break;
    const compressed = file[encoding];
    if (compressed) return [encoding, compressed];
  }
  return [null, file.identity];
}

function matches(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  return header === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

function split(url: string): { path: string; query: string } {
  const at = url.indexOf('?');
  const raw = at < 0 ? url : url.slice(0, at);
  return { path: decode(raw), query: at < 0 ? '' : url.slice(at) };
}

function decode(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * Parses a Range header (RFC 9110, section 14.2) for a file of `size` bytes. Returns null for anything but a single
 * part, when the whole file is sent, and 'unsatisfiable' for a range outside. Both ends are included.
 */
export function byteRange(header: string | undefined, size: number) {
  const [match, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (!match || (!from && !to)) return null;
  const first = from ? Number(from) : Math.max(size - Number(to), 0);
  const last = from && to ? Math.min(Number(to), size - 1) : size - 1;
  if (from && to && Number(to) < first) return null;
  return first < size && last >= first ? { first, last } : 'unsatisfiable';
}
