import type { Catalogue, Relation, Routine } from './catalogue/catalogue.ts';
import { isForRoot, parseSubject, type RawRequest } from './parse/request.ts';
import { routineNotFound } from './plan/call.ts';
import { findRelation } from './plan/plan.ts';

/** The methods of a relation or function for `Allow`, whatever the caller may do with it (PostgREST). */
export function allowedMethods(raw: RawRequest, catalogue: Catalogue): string {
  const reading = ['OPTIONS', 'GET', 'HEAD'];
  if (isForRoot(raw)) return reading.join();
  const { isCall, name } = parseSubject(raw, catalogue.schemas);
  if (isCall) {
    const routines = catalogue.routines(name);
    if (routines.length === 0)
      throw routineNotFound(catalogue, { target: name, payload: null, method: raw.method }, [], []);
    return (routines.some(isReadable) ? [...reading, 'POST'] : ['OPTIONS', 'POST']).join();
  }
  return [...reading, ...writing(findRelation(catalogue, name))].join();
}

const isReadable = ({ volatility }: Routine) => volatility !== 'volatile';

function writing({ insertable, updatable, deletable, primaryKey }: Relation): string[] {
  return [
    ...(insertable ? ['POST'] : []),
    ...(insertable && updatable && primaryKey.length > 0 ? ['PUT'] : []),
    ...(updatable ? ['PATCH'] : []),
    ...(deletable ? ['DELETE'] : []),
  ];
}
