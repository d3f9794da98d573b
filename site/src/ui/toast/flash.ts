import type { Toast } from './toast.ts';

/**
 * Keeps a toast for the page that is opened next in this tab. Its module is a file of its own, because that page loads
 * it too; a toast that cannot be kept is not worth staying for.
 */
export async function flashToast(toast: Toast): Promise<void> {
  await import('./flashed.ts').then(({ keep }) => keep(toast)).catch(() => {});
}
