interface Props {
  columns: readonly string[];
  /** The last column's name, if only screen readers need it. */
  hidden?: string | false;
}

/** The names of a table's columns. */
export function TableHead({ columns, hidden }: Props) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
        {hidden && (
          <th scope="col">
            <span className="visually-hidden">{hidden}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}
