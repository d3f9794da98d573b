import { Readable } from 'node:stream';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { originForm } from '../gateway/http/request-path.ts';
import { type CurrentCatalogue, followCatalogue } from './catalogue/current-catalogue.ts';
import { type Answer, execute } from './execute/execute.ts';
import { sessionSettings } from './execute/settings.ts';
import { describeApi } from './openapi/describe.ts';
import { type ApiRequest, isForRoot, type RawRequest, refusedMethod } from './parse/request.ts';
import { renderError } from './respond/render-error.ts';
import { respond, type Response } from './respond/respond.ts';
import { tokenError } from './respond/token-error.ts';
import { allowedMethods } from './allowed-methods.ts';
import { FairScheduler } from './fair-scheduler.ts';
import { limitStrangersBody, MAX_BODY_BYTES } from './limit-body.ts';
import { prepareRequest } from './prepare.ts';

const methods = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'];

/** Runs `run` for a parsed request; an error it throws is answered. */
export type AroundExecution = <Found>(
  request: FastifyRequest,
  apiRequest: Pick<ApiRequest, 'action' | 'target'>,
  run: () => Promise<Found>,
) => Promise<Found>;

/** The data API: tables, views and functions of the exposed schemas, in PostgREST's wire. */
export function restService({
  config,
  database,
  around = (_request, _apiRequest, run) => run(),
}: {
  config: Pick<Config, 'api'>;
  database: Database;
  around?: AroundExecution;
}): FastifyPluginAsync {
  return async (app) => {
    const catalogue = await followCatalogue(database, config.api);
    app.addHook('onClose', () => catalogue.close());
    app.removeAllContentTypeParsers();
    // By its name, too: Fastify parses a type that `*` alone takes anew for each request.
    app.addContentTypeParser(['application/json', '*'], { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    app.setErrorHandler(renderError);
    app.setNotFoundHandler((request) => {
      throw refusedMethod(rawRequest(request, app.prefix));
    });
    const handler = answer({ config, database, around, prefix: app.prefix }, catalogue);
    for (const url of ['/', '/*'])
      app.route({
        method: methods,
        url,
        bodyLimit: MAX_BODY_BYTES,
        preParsing: limitStrangersBody,
        exposeHeadRoute: false,
        prefixTrailingSlash: 'both',
        handler,
      });
  };
}

interface Surroundings {
  readonly config: Pick<Config, 'api'>;
  readonly database: Database;
  readonly around: AroundExecution;
  readonly prefix: string;
}

/** The stages, one after the other. */
function answer({ config, database, around, prefix }: Surroundings, current: CurrentCatalogue) {
  const scheduler = new FairScheduler();
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { caller } = request;
    if (caller.fault) throw tokenError(caller.fault);
    const raw = rawRequest(request, prefix);
    const catalogue = await current.get();
    const { max_rows: maxRows } = config.api;
    const { address, claims } = caller;
    const { role } = claims;
    if (raw.method === 'OPTIONS') {
      await scheduler.take(address);
      return reply.code(200).header('allow', allowedMethods(raw, catalogue)).send();
    }
    if (isForRoot(raw)) {
      await scheduler.take(address);
      const principal = { role, claims };
      const described = await describeApi(raw, { database, catalogue, principal, basePath: prefix || '/' });
      return reply.code(described.status).headers(described.headers).send(sendable(described));
    }
    const context = { database, catalogue, role, address, scheduler, maxRows };
    const { apiRequest, prepared, keep } = await prepareRequest(raw, context);
    const settings = sessionSettings(prepared.plan, catalogue, {
      role,
      claims,
      method: raw.method,
      path: raw.path,
      headers: raw.headers,
    });
    const body = apiRequest.payload?.kind === 'json' ? apiRequest.payload.text : null;
    const run = () => execute(database, prepared, settings, body);
    const found = await around(request, apiRequest, run);
    keep();
    const { status, headers, ...content } = answered(() => respond(apiRequest, prepared.plan, found), found);
    return reply.code(status).headers(headers).send(sendable(content));
  };
}

/** A refusal after the database has answered ends what the database would still send. */
function answered(respondNow: () => Response, { rest }: Answer): Response {
  try {
    return respondNow();
  } catch (error) {
    rest?.destroy();
    throw error;
  }
}

/** Without a body there is no content type to make up. */
function sendable({ body, rest }: Pick<Response, 'body' | 'rest'>): string | Readable | undefined {
  if (rest) return streamed(body, rest);
  return body === '' ? undefined : body;
}

function streamed(body: string, rest: Readable): Readable {
  return Readable.from(
    (async function* () {
      yield body;
      yield* rest;
    })(),
    { objectMode: false },
  );
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
