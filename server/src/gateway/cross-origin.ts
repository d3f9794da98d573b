import type { FastifyCorsOptions } from '@fastify/cors';
import type { onRequestHookHandler } from 'fastify';

/** The headers that client libraries read (contract A0.1). */
const exposedHeaders = [
  'Content-Encoding',
  'Content-Location',
  'Content-Range',
  'Date',
  'Link',
  'Location',
  'Preference-Applied',
  'Range-Unit',
  'Retry-After',
  'X-Request-Id',
  'X-Sb-Error-Code',
  'X-Supabase-Api-Version',
  'X-Total-Count',
];

/** Any origin may call the API, as on Supabase, because keys and tokens travel in headers, never in cookies. */
export const crossOrigin: FastifyCorsOptions = {
  origin: '*',
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  exposedHeaders,
  maxAge: 3600,
  strictPreflight: false,
  preflightContinue: true,
};

/** Headers that let a script of another origin read a refusal given before a service is reached. */
export const readableElsewhere: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders.join(', '),
};

/** Answers every OPTIONS by its headers only, because a browser asks before it sends a key. */
export const answerOptions: onRequestHookHandler = (request, reply, done) => {
  if (request.method !== 'OPTIONS') return done();
  // Without a length Safari waits for a body.
  reply.code(204).header('content-length', '0').send();
};

/** Answers preflight requests of browsers. Any other OPTIONS is the service's own. */
export const answerPreflight: onRequestHookHandler = (request, reply, done) =>
  request.headers['access-control-request-method'] === undefined
    ? done()
    : answerOptions.call(request.server, request, reply, done);

/** Leaves every OPTIONS to the service. */
export const passOptions: onRequestHookHandler = (_request, _reply, done) => done();
