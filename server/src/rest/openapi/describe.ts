import type { Database } from '../../database/database.ts';
import type { Claims } from '../../gateway/caller.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { openApiDisabled, unavailableMediaTypes } from '../errors.ts';
import { sessionSettings } from '../execute/session-settings.ts';
import type { MediaType } from '../parse/media.ts';
import { parseRoot, type RawRequest } from '../parse/request.ts';
import type { Response } from '../respond/respond.ts';
import { preRequestStatement } from '../sql/statement.ts';
import { openApiDocument } from './document.ts';
import { factsStatement, type SchemaFacts } from './facts.ts';

interface Surroundings {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly claims: Claims;
  /** The path of the API on its host. */
  readonly basePath: string;
}

/**
 * Answers `GET /` with the API of one schema as far as the caller's role may use it (PostgREST, "OpenAPI").
 * @throws 404 where it is switched off, 405, 406
 */
export async function describeApi(
  raw: RawRequest,
  { database, catalogue, claims, basePath }: Surroundings,
): Promise<Response> {
  const { openApi, preRequest } = catalogue.switches;
  if (openApi === 'disabled') throw openApiDisabled();
  const { schema, namesSchema, accept } = parseRoot(raw, catalogue.schemas);
  if (!accept.some(isTaken)) throw unavailableMediaTypes(accept.map(({ text }) => text));
  const plan = { readOnly: true, schema, preferences: { timeZone: null }, call: null };
  const settings = sessionSettings(plan, catalogue, { ...raw, claims });
  const results = await database.pipeline<SchemaFacts>(settings, [
    ...[preRequestStatement(preRequest)].filter((statement) => statement !== null),
    { text: "select set_config('search_path', '', true)" },
    factsStatement(schema, openApi === 'ignore-privileges'),
  ]);
  const facts = results.at(-1)?.rows[0] ?? { description: null, relations: [], routines: [] };
  const document = openApiDocument(catalogue, facts, schema, basePath);
  return {
    status: 200,
    headers: {
      'content-type': 'application/openapi+json; charset=utf-8',
      ...(namesSchema ? { 'content-profile': schema } : {}),
    },
    body: raw.method === 'HEAD' ? '' : JSON.stringify(document),
  };
}

const isTaken = ({ type }: MediaType) =>
  ['*/*', 'application/*', 'application/json', 'application/openapi+json'].includes(type);
