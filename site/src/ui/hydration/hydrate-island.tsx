import { Component, type ReactElement, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { ignoreComposedKeys } from '../form/composed-keys.ts';
import { keepInput, notePress, restoreInput } from './typed-input.ts';
import { ErrorBoundary } from '../lazy/ErrorBoundary.tsx';

/**
 * Keeps what was typed and pressed in the page's HTML. React renders an island again in place of its HTML if another program has
 * rewritten that, as a translation does.
 */
class EarlyInput extends Component<{ host: HTMLElement; children: ReactNode }> {
  private readonly input = keepInput();

  override componentDidMount(): void {
    this.props.host.removeEventListener('click', notePress, true);
    restoreInput(this.input);
  }

  override render(): ReactNode {
    return this.props.children;
  }
}

/** Hydrates an island in the page's HTML. `name` starts its ids, as in DeferredIsland.astro. */
export function hydrateIsland(host: HTMLElement, island: ReactElement, name: string): void {
  ignoreComposedKeys();
  host.addEventListener('click', notePress, true);
  hydrateRoot(
    host,
    <ErrorBoundary>
      <EarlyInput host={host}>{island}</EarlyInput>
    </ErrorBoundary>,
    { identifierPrefix: name },
  );
}
