import { useSyncExternalStore } from 'react';

/** As --phone in styles/breakpoint.css. */
const PHONE = '(width < 768px)';

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(PHONE);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

/** Whether the window is as narrow as a phone's. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(PHONE).matches);
