interface Props {
  petals: number;
  className?: string | undefined;
}

/** One closed line around a circle, `petals` waves to each turn: the engraver's rosette, twice, half a wave apart. */
function rosette(petals: number, phase: number): string {
  const turns = 3;
  const steps = petals * turns * 8;
  const points = Array.from({ length: steps }, (_, step) => {
    const angle = (2 * Math.PI * turns * step) / steps;
    const reach = 31 + 16 * Math.cos((angle * (petals * turns + 1)) / turns + phase);
    return `${(50 + reach * Math.cos(angle)).toFixed(1)} ${(50 + reach * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join('L')}Z`;
}

/** Stands where a portrait will: a drawn figure rather than a face that belongs to nobody. */
export function Rosette({ petals, className }: Props) {
  return (
    <svg viewBox="0 0 100 100" fill="none" strokeWidth="0.5" className={className} aria-hidden="true">
      <path d={rosette(petals, 0)} />
    </svg>
  );
}
