import styles from './ShelfFigure.module.css';

interface Props {
  title: string;
  description: string;
}

/** A workflow on the shelf, with the positions of its steps from the left and the widths of its name and note. */
interface Card {
  steps: readonly (readonly [x: number, y: number])[];
  name: number;
  note: number;
  isBought?: true;
}

// prettier-ignore
const cards: readonly Card[] = [
  { steps: [[30, 62], [86, 40], [86, 84], [150, 62]], name: 118, note: 84 },
  { steps: [[30, 62], [80, 62], [130, 34], [130, 90], [168, 62]], name: 92, note: 110, isBought: true },
  { steps: [[30, 40], [30, 84], [92, 62], [156, 62]], name: 134, note: 70 },
  { steps: [[30, 62], [76, 38], [122, 62], [168, 38]], name: 104, note: 96 },
  { steps: [[30, 62], [96, 62], [162, 36], [162, 88]], name: 126, note: 78 },
  { steps: [[30, 84], [74, 62], [118, 40], [164, 62]], name: 86, note: 104 },
];

const cardSize = { width: 204, height: 190, left: 252, top: 104, gap: 20 } as const;

function Listing({ card, index }: { card: Card; index: number }) {
  const x = cardSize.left + (index % 3) * (cardSize.width + cardSize.gap);
  const y = cardSize.top + Math.floor(index / 3) * (cardSize.height + cardSize.gap);
  const [first, ...others] = card.steps;
  return (
    <g transform={`translate(${x} ${y})`} className={card.isBought && styles['bought']}>
      <rect className={styles['card']} width={cardSize.width} height={cardSize.height} rx="2" />
      <path
        className={styles['line']}
        d={`M${first!.join(' ')}${others.map((step) => `L${step.join(' ')}`).join('')}`}
      />
      {card.steps.map(([cx, cy]) => (
        <circle key={`${cx} ${cy}`} className={styles['step']} cx={cx} cy={cy} r="5" />
      ))}
      <path className={styles['name']} d={`M20 126h${card.name}`} />
      <path className={styles['note']} d={`M20 146h${card.note}`} />
      <path className={styles['note']} d="M20 170h34" />
      <path className={styles['runs']} d="M166 168l6 6 12-14" />
    </g>
  );
}

/** A drawing of the shop on its opening day with a search, the shelf, and a workflow on each card. */
export function ShelfFigure({ title, description }: Props) {
  return (
    <figure className={styles['figure']}>
      <svg viewBox="0 0 960 544" role="img" aria-label={description}>
        <rect className={styles['page']} x="0.5" y="0.5" width="959" height="543" rx="2" />
        <circle className={styles['step']} cx="36" cy="38" r="7" />
        <path className={styles['name']} d="M54 38h84" />
        <path d="M252 22h428v32h-428z" />
        <path className={styles['note']} d="M270 38h150" />
        <path className={styles['note']} d="M742 38h54" />
        <rect className={styles['button']} x="828" y="22" width="96" height="32" rx="2" />
        <path className={styles['rule']} d="M0 76h960" />
        {[116, 150, 184, 218, 282, 316, 350].map((y, index) => (
          <path
            key={y}
            className={styles['note']}
            d={`M36 ${y}h${[96, 132, 84, 118, 104, 74, 126][index]}`}
          />
        ))}
        {cards.map((card, index) => (
          <Listing key={card.name} card={card} index={index} />
        ))}
      </svg>
      <figcaption>{title}</figcaption>
    </figure>
  );
}
