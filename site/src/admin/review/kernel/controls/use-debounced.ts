import { useEffect, useState } from 'react';

/** Returns the value as it was before it last began to change, until it has not changed for this time. */
export function useDebounced<Value>(value: Value, milliseconds: number): Value {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
