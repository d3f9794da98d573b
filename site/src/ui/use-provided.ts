import { useContext, type Context } from 'react';

/** Returns the value of the nearest provider. Throws where a component is outside of one. */
export function useProvided<Value>(context: Context<Value | null>): Value {
  const value = useContext(context);
  if (value === null) throw new Error('A provider is missing around this component.');
  return value;
}
