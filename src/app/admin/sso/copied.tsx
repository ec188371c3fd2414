// A value that is to be entered elsewhere: to read, and to copy.
import { Copy } from 'lucide-react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { copyText } from '#src/kit/ui/export/copy-text.ts';

export function Copied({ label, value }: { label: string; value: string }) {
  const copy = () => void copyText(value, `${label} copied`);
  return (
    <div className="ll-sso-copied">
      <span className="ll-meta">{label}</span>
      <div>
        <code>{value}</code>
        <Button size="small" icon={Copy} onClick={copy} aria-label={`Copy ${label.toLowerCase()}`}>
          Copy
        </Button>
      </div>
    </div>
  );
}
