import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import type { Elements } from '../elements.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';

interface Options<Props> {
  /** Shown until the script is there. */
  readonly fallback?: Elements;
  /** Chooses the notice of a failure from the component's props. */
  readonly show?: (error: Error, props: Props) => ReactNode;
}

/** Milliseconds after which a script counts as lost. */
const LOST_AFTER_MS = 8_000;

const tooLate = () =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The script is late')), LOST_AFTER_MS);
  });

/** Tells the boundary that the script failed, not the component, and when it is there after all. */
const asLost =
  (arrival: Promise<unknown>) =>
  (error: unknown): never => {
    throw Object.assign(error instanceof Error ? error : new Error(String(error)), { isLost: true, arrival });
  };

/**
 * A component whose script loads when it is first shown, in a separate boundary, or before that by `load`. If the
 * script fails or the component stops, a notice replaces it and offers to load the page again, until a script that was
 * late arrives. React's `lazy` would show the fallback even if the script is there, and what follows a fallback 300 ms
 * after it at the earliest.
 */
export function lazyScreen<Props extends object, Module>(
  importModule: () => Promise<Module & { default: ComponentType<Props> }>,
  { fallback = null, show }: Options<Props> = {},
) {
  let present: ComponentType<Props> | undefined;
  let coming: Promise<Module> | undefined;

  const begin = (): Promise<Module> => {
    const arrival = importModule().then((module) => {
      present = module.default;
      return module;
    });
    return Promise.race([arrival, tooLate()]).catch(asLost(arrival));
  };
  /** All calls share a load. Browsers remember a failed one until the page is loaded again. */
  const load = (): Promise<Module> => (coming ??= begin());

  function Loaded(props: Props) {
    const [Shown, setShown] = useState(() => present);
    useEffect(() => {
      // An error reaches the boundary if it is thrown while React computes the state.
      load().then(
        () => setShown(() => present),
        (error) =>
          setShown(() => {
            if (!present) throw error;
            return present;
          }),
      );
    }, []);
    return Shown ? <Shown {...props} /> : fallback;
  }

  function LazyScreen(props: Props) {
    return (
      <ErrorBoundary {...(show && { show: (error: Error) => show(error, props) })}>
        <Loaded {...props} />
      </ErrorBoundary>
    );
  }
  return Object.assign(LazyScreen, { load });
}
