/** Returns the number of pairs among `people`. Each pair is a channel to maintain. */
export function channels(people: number): number {
  return (people * (people - 1)) / 2;
}

/** Draws as many people as the range says, and updates their channels for the eye and for screen readers. */
export function countPeople(stage: HTMLElement): void {
  const range = stage.querySelector('input')!;
  const [people, sum] = stage.querySelectorAll('[data-number]');
  range.addEventListener('input', () => {
    const pairs = channels(range.valueAsNumber);
    // The reader's number ends the fall of the beginning.
    stage.style.animation = 'none';
    stage.style.setProperty('--team', (people!.textContent = range.value));
    range.ariaValueText = `${range.value}, ${stage.dataset['thread']}: ${(sum!.textContent = `${pairs}`)}`;
  });
}
