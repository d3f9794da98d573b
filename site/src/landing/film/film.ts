/** navigator.connection is not in every browser, nor in TypeScript's library. */
interface SavingNavigator extends Navigator {
  connection?: { saveData?: boolean };
}

const prefersStill = () =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ||
  (navigator as SavingNavigator).connection?.saveData;

/**
 * Plays the film while it is in view, at the speed its element names (contract P2.4), and wires its pause button. The
 * browser loads it with the first play. People who prefer stillness or fewer bytes keep the poster and no film is
 * requested.
 */
export function startFilm(film: HTMLElement): void {
  const template = film.querySelector('template')!;
  const button = film.querySelector('button')!;
  if (prefersStill()) return;
  template.replaceWith(template.content);
  const video = film.querySelector('video')!;
  video.playbackRate = +film.dataset['film']!;

  let isWanted = true;
  const label = () => (button.textContent = button.dataset[video.paused ? 'play' : 'pause']!);
  // A browser that forbids playing leaves the poster and a button that says play.
  const play = () => video.play().catch(label);
  for (const event of ['play', 'pause']) video.addEventListener(event, label);
  video.addEventListener('playing', () => (film.dataset['playing'] = ''));
  button.addEventListener('click', () => {
    if ((isWanted = video.paused)) void play();
    else video.pause();
  });
  button.hidden = false;
  new IntersectionObserver(([entry]) => {
    if (entry!.isIntersecting && isWanted) void play();
    else video.pause();
  }).observe(film);
}
