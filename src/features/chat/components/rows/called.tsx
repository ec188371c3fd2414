// How often one is mentioned in what is unread: beside the count of that, in the list of conversations and in that of threads.

export function Called({ times }: { times: number }) {
  if (!times) return null;
  const label = times > 1 ? `You are mentioned ${times} times` : 'You are mentioned';
  return (
    <span className="ll-count" role="img" aria-label={label}>
      @{times > 1 ? times : ''}
    </span>
  );
}
