// What leaving does, under a heading.
export function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <section className="ll-leaving-part">
      <h3>{title}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
