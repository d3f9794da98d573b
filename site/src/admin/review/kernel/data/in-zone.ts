import { timeZone } from '../format/time.tsx';

type Values = Readonly<Record<string, unknown>>;

/** Returns a filter with the time zone by which the reader sees its days. A filter without days stays unchanged. */
function withZone(filter: Values): Values {
  if (filter['from'] === undefined && filter['to'] === undefined) return filter;
  return { ...filter, zone: timeZone() };
}

/** Returns a call's parameters, with the reader's time zone in each filter that has days. */
export function inZone(parameters: Values): Values {
  const { filter, filters } = parameters as { filter?: Values; filters?: readonly Values[] };
  return {
    ...parameters,
    ...(filter && { filter: withZone(filter) }),
    ...(filters && { filters: filters.map(withZone) }),
  };
}
