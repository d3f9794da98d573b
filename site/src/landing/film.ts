/** navigator.connection is not in every browser, nor in TypeScript's library. */
interface SavingNavigator extends Navigator {
  connection?: { saveData?: boolean };
}

const prefersStill = () =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ||
  (navigator as SavingNavigator).connection?.saveData === true;

function attachSources(video: HTMLVideoElement): void {
  for (const source of video.querySelectorAll('source')) source.src ||= source.dataset['src'] ?? '';
  video.load();
}

/**
 * Loads and plays the film once the page has loaded, at the speed its element names (specification section 9: 0.3);
 * wires its pause button. People who prefer stillness or fewer bytes keep the poster and no film is asked for.
 */
export function startFilm(film: HTMLElement): void {
  const video = film.querySelector('video');
  const button = film.querySelector('button');
  if (!video || !button) return;
  video.defaultPlaybackRate = video.playbackRate = Number(film.dataset['film']);
  if (prefersStill()) return;

  const label = () => {
    button.textContent = (video.paused ? button.dataset['play'] : button.dataset['pause']) ?? '';
  };
  video.addEventListener('play', label);
  video.addEventListener('pause', label);
  video.addEventListener('playing', () => film.toggleAttribute('data-playing', true), { once: true });
  button.addEventListener('click', () => void (video.paused ? video.play() : video.pause()));

  attachSources(video);
  button.hidden = false;
  // A browser that forbids playing leaves the poster and a button that says play.
  video.play().catch(label);
}
