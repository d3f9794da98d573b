import { lazy, useState, type ComponentType, type ReactNode } from 'react';
import { ErrorBoundary, type Caught } from './ErrorBoundary.tsx';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** Tells the boundary that it was the script that failed, and not the component. */
const asLost = (error: unknown): never => {
  throw Object.assign(error instanceof Error ? error : new Error(String(error)), { isLost: true });
};

/**
 * A component whose script arrives when it is first shown, in a boundary of its own: where the script does not arrive, or
 * the component stops, a notice stands in its place and asks for it again. React keeps a failed `lazy` for good, so each
 * try has a new one. `show` says what stands there instead, and has the component's props as well.
 */
export function lazyScreen<Props extends object>(
  load: Load<Props>,
  show?: (caught: Caught, props: Props) => ReactNode,
): ComponentType<Props> {
  const make = () => lazy(() => load().catch(asLost)) as ComponentType<Props>;
  let newest = make();
  return function LazyScreen(props: Props) {
    const [Loaded, setLoaded] = useState(() => newest);
    const renew = () => {
      if (newest === Loaded) newest = make();
      setLoaded(() => newest);
    };
    return (
      <ErrorBoundary onReset={renew} {...(show && { show: (caught: Caught) => show(caught, props) })}>
        <Loaded {...props} />
      </ErrorBoundary>
    );
  };
}
