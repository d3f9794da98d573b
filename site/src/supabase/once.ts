/** Creates a value on first use, because the clients read `location`, which a build does not have. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
