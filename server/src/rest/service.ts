import type { FastifyPluginAsync, FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify';
import type { Config } from '../configuration/config.ts';
import type { Database } from '../database/database.ts';
import { shareOut } from '../configuration/connections.ts';
import { originForm } from '../gateway/http/request-path.ts';
import { type CurrentCatalogue, followCatalogue } from './catalogue/current-catalogue.ts';
import { connectionOwner, shareConnections } from './execute/connection-shares.ts';
import { execute } from './execute/execute.ts';
import { sessionSettings } from './execute/session-settings.ts';
import { describeApi } from './openapi/describe.ts';
import { isForRoot, type RawRequest, refusedMethod } from './parse/request.ts';
import { renderError } from './respond/render-error.ts';
import { respond, type Response } from './respond/respond.ts';
import { tokenError } from './respond/token-error.ts';
import { UnsentAnswers } from './respond/unsent-answers.ts';
import { allowedMethods } from './allowed-methods.ts';
import type { AroundExecution } from './around-execution.ts';
import { prepareRequest } from './prepare.ts';
import { Transform, type TransformCallback } from 'node:stream';
import { bodyTooLarge } from './errors.ts';

/** The bytes of large answers that clients have not taken yet. */
const unsentBounds = { bytes: 128 * 1024 * 1024, bytesOfOne: 16 * 1024 * 1024 };

/** The largest body of a caller who is signed in or has the secret key, in bytes. */
const MAX_BODY_BYTES = 1024 * 1024;

const MAX_ANONYMOUS_BODY_BYTES = 64 * 1024;

const methods = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'];

/** The data API for tables, views and functions of the exposed schemas, compatible with PostgREST. */
export function restService({
  config,
  database,
  around = (_request, _apiRequest, run) => run(),
}: Surroundings): FastifyPluginAsync {
  return async (app) => {
    const catalogue = await followCatalogue(database, config.api);
    app.addHook('onClose', () => catalogue.close());
    app.removeAllContentTypeParsers();
    // Fastify caches a parser only for types registered by name, not for those that match `*`.
    app.addContentTypeParser(['application/json', '*'], { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    app.setErrorHandler(renderError);
    app.setNotFoundHandler((request) => {
      throw refusedMethod(rawRequest(request, app.prefix));
    });
    const handler = answer({ config, database, around }, app.prefix, catalogue);
    for (const url of ['/', '/*'])
      app.route({
        method: methods,
        url,
        bodyLimit: MAX_BODY_BYTES,
        preParsing: limitAnonymousBody,
        exposeHeadRoute: false,
        prefixTrailingSlash: 'both',
        handler,
      });
  };
}

interface Surroundings {
  readonly config: Pick<Config, 'api' | 'connections' | 'limits'>;
  readonly database: Database;
  readonly around?: AroundExecution;
}

/** The stages, one after the other. */
function answer(
  { config, database, around }: Required<Surroundings>,
  prefix: string,
  current: CurrentCatalogue,
) {
  const unsent = new UnsentAnswers(unsentBounds);
  const withConnection = shareConnections(shareOut(config.connections).rest, unsent, config.limits);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { caller } = request;
    if (caller.fault) throw tokenError(caller.fault);
    if (/^bearer\s*$/i.test(request.headers.authorization ?? '')) throw tokenError('empty');
    const raw = rawRequest(request, prefix);
    const catalogue = await current.get();
    const { claims } = caller;
    const isGone = () => reply.raw.destroyed;
    const send = ({ status, headers, body }: Response) => {
      const bytes = Buffer.from(body);
      unsent.add(reply.raw, connectionOwner(caller).caller, bytes.length);
      // Without a body there is no content type to make up.
      return reply
        .code(status)
        .headers(headers)
        .send(bytes.length === 0 ? undefined : bytes);
    };
    if (raw.method === 'OPTIONS')
      return reply.code(200).header('allow', allowedMethods(raw, catalogue)).send();
    if (isForRoot(raw)) {
      const surroundings = {
        ...{ database, catalogue, claims, basePath: prefix || '/' },
        withConnection: <Answer>(work: () => Promise<Answer>) => withConnection({ caller, isGone }, work),
      };
      return send(await describeApi(raw, surroundings));
    }
    const { role } = claims;
    const context = { database, catalogue, role, maxRows: config.api.max_rows };
    const { apiRequest, prepared, keep } = await prepareRequest(raw, context);
    const settings = sessionSettings(prepared.plan, catalogue, { ...raw, claims });
    const body = apiRequest.payload?.kind === 'json' ? apiRequest.payload.text : null;
    const run = () => withConnection({ caller, isGone }, () => execute(database, prepared, settings, body));
    const found = await around(request, apiRequest, run);
    keep();
    return send(respond(apiRequest, prepared.plan, found));
  };
}

function rawRequest(request: FastifyRequest, prefix: string): RawRequest {
  const url = originForm(request.originalUrl);
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  return {
    method: request.method,
    path: path.slice(prefix.length),
    query: at < 0 ? '' : url.slice(at + 1),
    headers: request.headers,
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  };
}

/** Refuses an anonymous user's body by its announced or actual length. The route limits all other bodies. */
const limitAnonymousBody: preParsingHookHandler = (request, _reply, payload, done) => {
  const { fault, claims } = request.caller;
  if (fault === null && claims.role !== 'anon') return done(null, payload);
  const announced = request.headers['content-length'];
  if (announced === undefined) return done(null, payload.pipe(new BoundedStream()));
  if (Number(announced) > MAX_ANONYMOUS_BODY_BYTES) return done(bodyTooLarge());
  done(null, payload);
};

/** Passes its input on, and fails at the first byte beyond the limit. */
class BoundedStream extends Transform {
  #bytes = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#bytes += chunk.length;
    if (this.#bytes > MAX_ANONYMOUS_BODY_BYTES) done(bodyTooLarge());
    else done(null, chunk);
  }
}
