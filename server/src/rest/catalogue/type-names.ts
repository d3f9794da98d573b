/** SQL's own spellings, which are no names in the catalogue. */
const spellings: Readonly<Record<string, string>> = {
  int: 'int4',
  integer: 'int4',
  smallint: 'int2',
  bigint: 'int8',
  real: 'float4',
  float: 'float8',
  'double precision': 'float8',
  decimal: 'numeric',
  boolean: 'bool',
  character: 'bpchar',
  char: 'bpchar',
  'character varying': 'varchar',
  'bit varying': 'varbit',
  'timestamp with time zone': 'timestamptz',
  'timestamp without time zone': 'timestamp',
  'time with time zone': 'timetz',
  'time without time zone': 'time',
};

/** Names a cast may use → the type's qualified name, quoted for SQL. */
export function sqlTypeNames(
  types: readonly { name: string; sqlName: string }[],
): ReadonlyMap<string, string> {
  const names = new Map(types.map(({ name, sqlName }) => [name, sqlName]));
  for (const [spelling, name] of Object.entries(spellings)) {
    const sqlName = names.get(name);
    if (sqlName) names.set(spelling, sqlName);
  }
  return names;
}
