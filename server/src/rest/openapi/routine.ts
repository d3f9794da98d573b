import type { Parameter, Routine } from '../catalogue/catalogue.ts';
import { titled, typeInUrl, typeWords } from './words.ts';
import { toParameter } from './parameters.ts';

const produces = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
];

/** Describes calls of the function by POST, and by GET if it changes nothing. */
export function routinePath({ name, volatility, parameters }: Routine, description: string | null): object {
  const operation = {
    tags: [`(rpc) ${name}`],
    ...titled(description),
    produces,
    responses: { 200: { description: 'OK' } },
  };
  const args = { name: 'args', required: true, in: 'body', schema: argumentsSchema(parameters, description) };
  const post = { ...operation, parameters: [args, toParameter('preferParams')] };
  if (volatility === 'volatile') return { post };
  const inUrl = parameters.filter((parameter) => parameter.name !== '').map(parameterInUrl);
  return { get: { ...operation, parameters: inUrl }, post };
}

function argumentsSchema(parameters: readonly Parameter[], description: string | null): object {
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  return {
    ...(description === null ? {} : { description }),
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(
      parameters.map(({ name, type }) => [name, { format: type, ...typeWords(type) }]),
    ),
    type: 'object',
  };
}

function parameterInUrl({ name, type, required, variadic }: Parameter): object {
  const where = { name, required, in: 'query' };
  if (!variadic) return { ...where, format: type, type: typeInUrl(type) };
  const item = type.replace(/\[\]$/, '');
  return {
    ...where,
    type: 'array',
    items: { format: item, type: typeInUrl(item) },
    collectionFormat: 'multi',
  };
}
