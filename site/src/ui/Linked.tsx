const ADDRESS = /([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/;

/** A text whose email addresses are links. */
export const Linked = ({ text }: { text: string }) =>
  // A split at a captured address has the addresses at the odd places.
  text.split(ADDRESS).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      <a key={place} href={`mailto:${part}`}>
        {part}
      </a>
    ),
  );
