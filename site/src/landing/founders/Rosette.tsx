interface Props {
  /** How many ellipses, how slim, and how far from the middle: each founder's is their own. */
  loops: number;
  slimness: number;
  offset: number;
  className?: string | undefined;
}

/** An engraver's rosette; stands where a portrait will, rather than an invented face. */
export function Rosette({ loops, slimness, offset, className }: Props) {
  return (
    <svg viewBox="0 0 100 100" fill="none" strokeWidth="0.4" className={className} aria-hidden="true">
      {Array.from({ length: loops }, (_, loop) => (
        <ellipse
          key={loop}
          cx="50"
          cy={50 - offset}
          rx={slimness}
          ry={48 - offset}
          transform={`rotate(${(360 / loops) * loop} 50 50)`}
        />
      ))}
    </svg>
  );
}
