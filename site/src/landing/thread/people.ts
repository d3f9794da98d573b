import { channels } from '../channels/channels.ts';

/**
 * Answers the range of the figure: the drawing shows that many people, and the number of channels is said beside it and to
 * screen readers. Scrolling takes people away from as many as the range says; while it is moved, it is the range that counts.
 */
export function countPeople(stage: HTMLElement): void {
  const say = (name: string, said: string | number) =>
    (stage.querySelector(`[data-${name}]`)!.textContent = `${said}`);
  const range = stage.querySelector('input')!;
  range.addEventListener('input', () => {
    const people = range.valueAsNumber;
    stage.style.setProperty('--team', `${people}`);
    stage.toggleAttribute('data-held', true);
    addEventListener('scroll', () => stage.toggleAttribute('data-held', false), { once: true });
    say('people', people);
    say('channels', channels(people));
    range.ariaValueText = `${people}, ${stage.querySelector('#channels-label')!.textContent}: ${channels(people)}`;
  });
}
