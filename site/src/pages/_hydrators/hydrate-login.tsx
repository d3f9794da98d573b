import { LoginDialog } from '../../admin/login/LoginDialog.tsx';
import { hydrateIsland } from '../../ui/hydration/hydrate-island.tsx';

export function hydrate(host: HTMLElement): void {
  hydrateIsland(host, <LoginDialog />, 'login');
}
