/** navigator.connection is not in every browser, nor in TypeScript's library. */
interface SavingNavigator extends Navigator {
  connection?: { saveData?: boolean };
}

/** The visible part of the film that is worth its bytes, less than a phone held sideways shows. */
const MIN_VISIBLE_SHARE = 0.25;

const prefersStill = () =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ||
  (navigator as SavingNavigator).connection?.saveData;

function attachSources(video: HTMLVideoElement): void {
  if (video.currentSrc) return;
  for (const source of video.querySelectorAll('source')) source.src = source.dataset['src']!;
  video.load();
}

/**
 * Loads the film once the page has loaded and the film is in view, plays it while it is, at the speed its element names
 * (contract P2.4), and wires its pause button. People who prefer stillness or fewer bytes keep the poster
 * and no film is asked for.
 */
export function startFilm(film: HTMLElement): void {
  const video = film.querySelector('video')!;
  const button = film.querySelector('button')!;
  video.defaultPlaybackRate = video.playbackRate = +film.dataset['film']!;
  if (prefersStill()) return;

  let isWanted = true;
  const label = () => (button.textContent = button.dataset[video.paused ? 'play' : 'pause']!);
  // A browser that forbids playing leaves the poster and a button that says play.
  const play = () => video.play().catch(label);
  for (const event of ['play', 'pause']) video.addEventListener(event, label);
  video.addEventListener('playing', () => (film.dataset['playing'] = ''));
  button.addEventListener('click', () => {
    isWanted = video.paused;
    if (isWanted) void play();
    else video.pause();
  });
  button.hidden = false;
  new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return video.pause();
      attachSources(video);
      if (isWanted) void play();
    },
    { threshold: MIN_VISIBLE_SHARE },
  ).observe(film);
}
