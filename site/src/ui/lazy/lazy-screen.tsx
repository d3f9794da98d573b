import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import type { Elements } from '../elements.ts';
import { ErrorBoundary, type Caught } from './ErrorBoundary.tsx';

interface Options<Props> {
  /** Shown until the script is there. */
  readonly fallback?: Elements;
  /** Chooses the notice of a failure from the component's props. */
  readonly show?: (caught: Caught, props: Props) => ReactNode;
}

/** Tells the boundary that the script failed, not the component. */
const asLost = (error: unknown): never => {
  throw Object.assign(error instanceof Error ? error : new Error(String(error)), { isLost: true });
};

/**
 * A component whose script loads when it is first shown, in a separate boundary, or before that by `load`. If the
 * script fails or the component stops, a notice replaces it and offers a retry. React's `lazy` would show the
 * fallback even if the script is there, and what follows a fallback 300 ms after it at the earliest.
 */
export function lazyScreen<Props extends object, Module>(
  importModule: () => Promise<Module & { default: ComponentType<Props> }>,
  { fallback = null, show }: Options<Props> = {},
) {
  let present: ComponentType<Props> | undefined;
  let coming: Promise<Module> | undefined;

  /** Overlapping calls share a load. After a failure the next call tries again. */
  const load = (): Promise<Module> =>
    (coming ??= importModule().then(
      (module) => {
        present = module.default;
        return module;
      },
      (error) => {
        coming = undefined;
        return asLost(error);
      },
    ));

  function Loaded(props: Props) {
    const [Shown, setShown] = useState(() => present);
    useEffect(() => {
      // An error reaches the boundary if it is thrown while React computes the state.
      load().then(
        () => setShown(() => present),
        (error) =>
          setShown(() => {
            throw error;
          }),
      );
    }, []);
    return Shown ? <Shown {...props} /> : fallback;
  }

  function LazyScreen(props: Props) {
    return (
      <ErrorBoundary {...(show && { show: (caught: Caught) => show(caught, props) })}>
        <Loaded {...props} />
      </ErrorBoundary>
    );
  }
  return Object.assign(LazyScreen, { load });
}
