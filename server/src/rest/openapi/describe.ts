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
  /** Runs work that takes a connection when it is the caller's turn. */
  readonly withConnection: <Answer>(work: () => Promise<Answer>) => Promise<Answer>;
}

/** The documents of a reading of the catalogue, by role and schema. A grant makes the catalogue be read again. */
const documents = new WeakMap<Catalogue, Map<string, string>>();

/**
 * Answers `GET /` with the API of one schema as far as the caller's role may use it (PostgREST, "OpenAPI").
 * @throws 404 where it is switched off, 405, 406
 */
export async function describeApi(raw: RawRequest, surroundings: Surroundings): Promise<Response> {
  const { catalogue, claims } = surroundings;
  if (catalogue.switches.openApi === 'disabled') throw openApiDisabled();
  const { schema, namesSchema, accept } = parseRoot(raw, catalogue.schemas);
  if (!accept.some(isTaken)) throw unavailableMediaTypes(accept.map(({ text }) => text));
  const plan = { readOnly: true, schema, preferences: { timeZone: null }, call: null };
  const settings = sessionSettings(plan, catalogue, { ...raw, claims });
  const document = await findDocument(schema, settings, surroundings);
  return {
    status: 200,
    headers: {
      'content-type': 'application/openapi+json; charset=utf-8',
      ...(namesSchema ? { 'content-profile': schema } : {}),
    },
    body: raw.method === 'HEAD' ? '' : document,
  };
}

/** Returns the document of the caller's role. It is not kept where the project's own function may change the role. */
async function findDocument(
  schema: string,
  settings: ReturnType<typeof sessionSettings>,
  { database, catalogue, claims, basePath, withConnection }: Surroundings,
): Promise<string> {
  const { openApi, preRequest } = catalogue.switches;
  const cached = documents.get(catalogue) ?? new Map<string, string>();
  documents.set(catalogue, cached);
  const key = `${claims.role}\0${schema}`;
  const known = cached.get(key);
  if (known !== undefined) return known;
  const before = preRequestStatement(preRequest);
  const results = await withConnection(() =>
    database.pipeline<SchemaFacts>(settings, [
      ...(before === null ? [] : [before]),
      { text: "select set_config('search_path', '', true)" },
      factsStatement(schema, openApi === 'ignore-privileges'),
    ]),
  );
  const facts = results.at(-1)?.rows[0] ?? { description: null, relations: [], routines: [] };
  const document = JSON.stringify(openApiDocument(catalogue, facts, schema, basePath));
  if (before === null) cached.set(key, document);
  return document;
}

const isTaken = ({ type }: MediaType) =>
  ['*/*', 'application/*', 'application/json', 'application/openapi+json'].includes(type);
