import { spellFigures } from '../application/promise-figures.ts';
import { connection } from '../supabase/connection.ts';

/** Shows how the promise of an answer was kept, if the lab does. */
export async function showFigures(): Promise<void> {
  const place = document.querySelector<HTMLElement>('[data-figures]')!;
  const answer = await fetch(`${connection.url}/rest/v1/rpc/promise_figures`, {
    headers: { apikey: connection.key },
  })
    .then((response) => response.json() as Promise<object>)
    .catch(() => null);
  const figures = spellFigures(Object(answer));
  if (figures === null) return;
  place.textContent = figures;
  place.hidden = false;
}
