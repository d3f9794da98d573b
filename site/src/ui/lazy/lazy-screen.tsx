import { lazy, useState, type ComponentType, type ReactNode } from 'react';
import { ErrorBoundary, type Caught } from './ErrorBoundary.tsx';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** Tells the boundary that the script failed, not the component. */
const asLost = (error: unknown): never => {
  throw Object.assign(error instanceof Error ? error : new Error(String(error)), { isLost: true });
};

/**
 * A component whose script loads when it is first shown, in a separate boundary. If the script fails or the component
 * stops, a notice replaces it and offers a retry. React keeps a failed `lazy` permanently, so each try has a new one.
 * `show` chooses the notice from the component's props.
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
