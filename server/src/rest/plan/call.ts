import type { Catalogue, Routine } from '../catalogue/catalogue.ts';
import { similarName } from '../catalogue/similar-name.ts';
import { notImplemented, type RestError, restError } from '../errors.ts';
import type { Payload } from '../parse/payload.ts';
import type { ApiRequest } from '../parse/request.ts';
import type { ArgumentText, CallArguments, CallPlan } from './action-plan.ts';

/** Chooses among the functions of that name the one whose parameters the arguments fit. */
export function planCall(catalogue: Catalogue, request: ApiRequest): CallPlan {
  const names = argumentNames(request);
  const overloads = catalogue.routines(request.target);
  const fitting = overloads.filter((routine) => fits(routine, names, request.payload));
  const chosen =
    fitting.length > 0 ? fitting : overloads.filter((routine) => takesWhole(routine, request.payload));
  if (chosen.length === 0) throw routineNotFound(catalogue, request, names, overloads);
  if (chosen.length > 1) throw ambiguousRoutine(chosen);
  const routine = chosen[0]!;
  const { media } = routine.returns;
  if (media !== null) throw notImplemented(`Custom media types are not implemented: ${media}`);
  return { routine, arguments: callArguments(request, routine, fitting.length === 0, names) };
}

function argumentNames({ payload, query }: ApiRequest): string[] {
  if (payload?.kind === 'json') return [...payload.keys];
  if (payload?.kind === 'form') return [...new Set(payload.fields.map(([name]) => name))];
  return [...new Set(query.arguments.map(([name]) => name))];
}

function fits({ parameters }: Routine, names: readonly string[], payload: Payload | null): boolean {
  if (payload?.kind === 'raw') return false;
  const known = new Set(parameters.map(({ name }) => name));
  return (
    names.every((name) => known.has(name)) &&
    parameters.every(({ name, required }) => !required || names.includes(name))
  );
}

function takesWhole({ parameters }: Routine, payload: Payload | null): boolean {
  const [only, ...others] = parameters;
  if (!payload || !only || others.length > 0 || only.name !== '') return false;
  if (payload.kind === 'json') return payload.isJson && (only.type === 'json' || only.type === 'jsonb');
  return payload.kind === 'raw' && payload.type === only.type;
}

function callArguments(
  { payload, query }: ApiRequest,
  routine: Routine,
  whole: boolean,
  names: readonly string[],
): CallArguments {
  if (whole) {
    const { type } = routine.parameters[0]!;
    const raw = payload?.kind === 'raw' ? payload.body : null;
    return { kind: 'whole', type, value: type === 'bytea' ? raw : (raw?.toString() ?? null) };
  }
  const parameters = routine.parameters.filter(({ name }) => names.includes(name));
  if (parameters.length === 0) return { kind: 'texts', values: [] };
  const [only] = parameters;
  if (payload?.kind === 'json' && only?.name === '')
    return { kind: 'unnamed', type: only.type, isArray: payload.isArray };
  if (payload?.kind === 'json') return { kind: 'body', isArray: payload.isArray, parameters };
  const fields = payload?.kind === 'form' ? payload.fields : query.arguments;
  return { kind: 'texts', values: parameters.map((parameter) => argumentText(parameter, fields)) };
}

/** A variadic parameter takes every value of its name, any other the last. */
function argumentText(
  { name, type, variadic }: Routine['parameters'][number],
  fields: readonly (readonly [string, string])[],
): ArgumentText {
  const values = fields.filter(([field]) => field === name).map(([, value]) => value);
  return { name, type, variadic, value: variadic ? values : values.at(-1)! };
}

/** `overloads` are those of the name, none of which takes arguments of these `names`. */
export function routineNotFound(
  catalogue: Catalogue,
  { target, payload, method }: Pick<ApiRequest, 'target' | 'payload' | 'method'>,
  names: readonly string[],
  overloads: readonly Routine[],
): RestError {
  const called = `${target.schema}.${target.name}`;
  const sorted = names.toSorted();
  const listed = sorted.join(', ');
  const raw = payload?.kind === 'raw' ? payload.type : null;
  const signature = raw ? '' : names.length > 0 ? `(${listed})` : ' without parameters';
  const searched = raw
    ? ` with a single unnamed ${raw} parameter`
    : names.length > 0
      ? ` with parameter${names.length > 1 ? 's' : ''} ${listed}`
      : ' without parameters';
  const orJson =
    method === 'POST' && payload?.kind === 'json' && payload.isJson
      ? ' or with a single unnamed json/jsonb parameter'
      : '';
  return restError('PGRST202', {
    message: `Could not find the function ${called}${signature} in the schema cache`,
    details: `Searched for the function ${called}${searched}${orJson}, but no matches were found in the schema cache.`,
    hint: raw ? null : routineHint(catalogue, target, sorted, overloads),
  });
}

function routineHint(
  catalogue: Catalogue,
  { schema, name }: ApiRequest['target'],
  names: readonly string[],
  overloads: readonly Routine[],
): string | null {
  const prefix = `Perhaps you meant to call the function ${schema}.`;
  if (overloads.length === 0) {
    const near = similarName(name, catalogue.routineNames(schema), 'relation');
    return near && prefix + near;
  }
  const signatures = overloads.map(
    ({ parameters }) =>
      `(${parameters
        .map((parameter) => parameter.name)
        .toSorted()
        .join(', ')})`,
  );
  const near = similarName(`(${names.join(', ')})`, signatures);
  return near && prefix + name + near;
}

function ambiguousRoutine(routines: readonly Routine[]): RestError {
  const signatures = routines.map(
    ({ schema, name, parameters }) =>
      `${schema}.${name}(${parameters.map((each) => `${each.name} => ${each.type}`).join(', ')})`,
  );
  return restError('PGRST203', {
    message: `Could not choose the best candidate function between: ${signatures.join(', ')}`,
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  });
}
