import { useEffect, useState } from 'react';

/** Returns a signal that is aborted when the component is left. */
export function useLeft(): AbortSignal {
  const [leaving] = useState(() => new AbortController());
  useEffect(() => () => leaving.abort(), [leaving]);
  return leaving.signal;
}
