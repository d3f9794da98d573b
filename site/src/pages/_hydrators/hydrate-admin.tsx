import { AdminArea } from '../../admin/AdminArea.tsx';
import { hydrateIsland } from '../../ui/hydration/hydrate-island.tsx';

export function hydrate(host: HTMLElement): void {
  hydrateIsland(host, <AdminArea />, 'admin');
}
