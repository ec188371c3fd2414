// The field that a list is searched by: what is typed stands in the list's address once there is a pause.
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { TextField } from '../controls/text-field.tsx';

/** How long after the last key it is looked for. */
const TYPING_MS = 250;

interface FindFieldProps {
  /** For who does not see the placeholder. */
  label: string;
  placeholder: string;
  /** What is looked for. */
  q: string | undefined;
  /** The same function as long as it means the same. */
  onFind: (q: string) => void;
}

export function FindField({ label, placeholder, q = '', onFind }: FindFieldProps) {
  const [typed, setTyped] = useState(q);
  // What was looked for last, and what was typed for it: a view, or everybody, may be asked for by something else than the field.
  const [last, setLast] = useState({ seen: q, asked: q });
  if (q !== last.seen) {
    setLast({ seen: q, asked: q });
    if (q !== last.asked) setTyped(q);
  }
  useEffect(() => {
    const asked = typed.trim();
    if (asked === q) return;
    const soon = setTimeout(() => {
      setLast((before) => ({ ...before, asked }));
      onFind(asked);
    }, TYPING_MS);
    return () => clearTimeout(soon);
  }, [typed, q, onFind]);
  return (
    <TextField
      label={label}
      labelHidden
      type="search"
      icon={Search}
      placeholder={placeholder}
      maxLength={100}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
