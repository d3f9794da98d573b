import { dollars } from '../ui/dollars.ts';
import { workedMonth, type Rates } from './worked-month.ts';

/** Shows the range under the table and the row that follows it. */
export function tryMonth(): void {
  const table = document.querySelector<HTMLElement>('[data-rates]')!;
  const label = document.querySelector<HTMLElement>('[data-month-range]')!;
  const range = label.querySelector('input')!;
  const own = table.querySelector<HTMLElement>('[data-own-month]')!;
  const rates = JSON.parse(table.dataset['rates']!) as Rates;

  const show = () => {
    const month = workedMonth(range.valueAsNumber, rates);
    for (const cell of own.querySelectorAll<HTMLElement>('[data-part]'))
      cell.textContent = dollars(month[cell.dataset['part'] as keyof typeof month]);
    range.ariaValueText = dollars(month.revenue);
  };
  range.addEventListener('input', show);
  label.hidden = own.hidden = false;
  show();
}
