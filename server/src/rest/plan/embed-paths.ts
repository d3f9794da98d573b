import { notEmbedded } from '../errors.ts';
import type { Located, Query } from '../parse/query.ts';
import type { SelectItem } from '../parse/select.ts';

/**
 * Rewrites every path of the query to the names that embedded resources answer under, and refuses paths that the
 * select does not embed. A renamed resource may also be called by its own name, as in
 * `x:clients(id)&clients.id=eq.1`.
 */
export function withAnsweredPaths(query: Query): Query {
  const answered = <What>(located: readonly Located<What>[]) =>
    located.map(({ path, what }) => ({ path: answeredPath(query.select, path), what }));
  return {
    ...query,
    filters: answered(query.filters),
    orders: answered(query.orders),
    limits: answered(query.limits),
    offsets: answered(query.offsets),
  };
}

function answeredPath(select: readonly SelectItem[], path: readonly string[]): string[] {
  let items = select;
  return path.map((part) => {
    const relations = items.filter((item) => item.kind === 'relation');
    const found =
      relations.find(({ alias, name }) => (alias ?? name) === part) ??
      relations.find(({ name }) => name === part);
    if (!found) throw notEmbedded(part);
    items = found.select;
    return found.alias ?? found.name;
  });
}
