import { Component, type ReactElement, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { ignoreComposedKeys } from '../form/composed-keys.ts';
import { keepInput, restoreInput } from '../kept-input.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';

/**
 * Keeps what was typed in the page's HTML. React renders an island again in place of its HTML if another program has
 * rewritten that, as a translation does.
 */
class EarlyInput extends Component<{ children: ReactNode }> {
  private readonly kept = keepInput();

  override componentDidMount(): void {
    restoreInput(this.kept);
  }

  override render(): ReactNode {
    return this.props.children;
  }
}

/** Hydrates an island in the page's HTML. `name` starts its ids, as in DeferredIsland.astro. */
export function hydrateIsland(host: HTMLElement, island: ReactElement, name: string): void {
  ignoreComposedKeys();
  hydrateRoot(
    host,
    <ErrorBoundary>
      <EarlyInput>{island}</EarlyInput>
    </ErrorBoundary>,
    { identifierPrefix: name },
  );
}
