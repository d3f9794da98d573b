import { channels } from '../channels/channels.ts';

/** Answers the range of the figure: draws that many people, and says their channels beside it and to screen readers. */
export function countPeople(stage: HTMLElement): void {
  const range = stage.querySelector('input')!;
  const [people, sum] = stage.querySelectorAll('[data-number]');
  range.addEventListener('input', () => {
    const pairs = channels(range.valueAsNumber);
    stage.style.setProperty('--team', (people!.textContent = range.value));
    range.ariaValueText = `${range.value}, ${stage.dataset['thread']}: ${(sum!.textContent = `${pairs}`)}`;
  });
}
