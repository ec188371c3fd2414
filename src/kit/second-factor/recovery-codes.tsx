// The ten recovery codes, shown this once: to copy, to keep as a file, to write down.
import { Copy, Download } from 'lucide-react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { copyText } from '#src/kit/ui/export/copy-text.ts';
import { saveFile } from '#src/kit/ui/export/save-file.ts';
import './second-factor.css';

export interface RecoveryCodesProps {
  /** Null: the answer with them got lost. */
  codes: readonly string[] | null;
  /** The address of whom they are. */
  who: string;
}

export function RecoveryCodes({ codes, who }: RecoveryCodesProps) {
  if (!codes)
    return (
      <p className="ll-muted">
        Two-step sign-in is on, but the answer with your recovery codes got lost on the way. Make new ones in a moment.
      </p>
    );
  const text = `Recovery codes for Limelight (${who}). Each works once.\n\n${codes.join('\n')}\n`;
  const copy = () => void copyText(text, 'Recovery codes copied');
  const save = () =>
    saveFile({
      file_name: 'limelight-recovery-codes.txt',
      mime_type: 'text/plain',
      content: new TextEncoder().encode(text),
    });
  return (
    <>
      <p className="ll-muted">
        If your phone is lost, one of these lets you in. Each works once. They are not shown again, so keep them where
        you find them without your phone.
      </p>
      <ul className="ll-recovery" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="ll-recovery-buttons">
        <Button icon={Copy} onClick={copy}>
          Copy
        </Button>
        <Button icon={Download} onClick={save}>
          Download
        </Button>
      </div>
    </>
  );
}
