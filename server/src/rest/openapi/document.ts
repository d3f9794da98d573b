import type { Catalogue, Routine } from '../catalogue/catalogue.ts';
import { titled } from './words.ts';
import type { RoutineFacts, SchemaFacts } from './facts.ts';
import { parameterDefinitions } from './parameters.ts';
import { relationDefinition, relationPath } from './relation.ts';
import { routinePath } from './routine.ts';

const rowFormats = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
  'text/csv',
];

const root = {
  get: {
    tags: ['Introspection'],
    summary: 'OpenAPI description (this document)',
    produces: ['application/openapi+json', 'application/json'],
    responses: { 200: { description: 'OK' } },
  },
};

/**
 * Describes the API of one schema in Swagger 2.0, as PostgREST writes it. It contains only what `facts` names.
 * `basePath` is the path of the API on its host, `/rest/v1`.
 */
export function openApiDocument(catalogue: Catalogue, facts: SchemaFacts, schema: string, basePath: string) {
  const relations = facts.relations.flatMap((known) => {
    const relation = catalogue.relation({ schema, name: known.name });
    return relation ? [{ known, relation }] : [];
  });
  const routines = facts.routines.flatMap((known) => {
    const routine = catalogue.routines({ schema, name: known.name }).find((each) => isSame(each, known));
    return routine ? [{ known, routine }] : [];
  });
  const { summary: title = 'PostgREST API', description = 'A data API made of the database schema' } = titled(
    facts.description,
  );
  return {
    swagger: '2.0',
    info: { title, description, version: '14' },
    basePath,
    consumes: rowFormats,
    produces: rowFormats,
    paths: {
      '/': root,
      ...Object.fromEntries(
        relations.map(({ relation, known }) => [`/${known.name}`, relationPath(relation, known)]),
      ),
      ...Object.fromEntries(
        routines.map(({ routine, known }) => [`/rpc/${known.name}`, routinePath(routine, known.description)]),
      ),
    },
    definitions: Object.fromEntries(
      relations.map(({ relation, known }) => [known.name, relationDefinition(relation, known, catalogue)]),
    ),
    parameters: parameterDefinitions(relations.map(({ known }) => known)),
    externalDocs: {
      description: 'PostgREST Documentation',
      url: 'https://postgrest.org/en/v14/references/api.html',
    },
  };
}

/** Returns true if the facts belong to this function and not to another with the same name. */
const isSame = (routine: Routine, { signature }: RoutineFacts) =>
  routine.signature.join() === signature.join();
