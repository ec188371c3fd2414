// The first step: a file is chosen or dropped, goes up, and is judged.
import { FileSpreadsheet } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { errorText } from '#src/api/error-text.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { UploadError } from '#src/kit/upload/upload-error.ts';
import { app } from '#src/realtime/app.ts';
import { useOffline } from '#src/realtime/hooks.ts';
import { peopleTexts } from '../../messages.ts';
import { ExportMenu } from '../list/export-menu.tsx';
import { type Batch, checkFile } from './data.ts';

export function ChooseFile({ onChecked }: { onChecked: (batch: Batch) => void }) {
  const offline = useOffline();
  const input = useRef<HTMLInputElement>(null);
  const [doing, setDoing] = useState<{ name: string; share: number }>();
  const [error, setError] = useState<string>();
  const [over, setOver] = useState(false);
  const take = async (file: File | undefined) => {
    const who = app.session.read();
    if (!file || !who || offline || doing) return;
    setError(undefined);
    setDoing({ name: file.name, share: 0 });
    try {
      onChecked(await checkFile(file, who, (share) => setDoing({ name: file.name, share })));
    } catch (thrown) {
      setError(thrown instanceof UploadError ? thrown.message : errorText(thrown, peopleTexts));
    }
    setDoing(undefined);
  };
  const drag = (event: DragEvent, on: boolean) => {
    event.preventDefault();
    setOver(on && !offline);
  };
  return (
    <section className="ll-admin-part" aria-labelledby="choose-file">
      <h2 id="choose-file" className="ll-hidden-text">
        Choose a file
      </h2>
      <div
        className="ll-import-drop"
        data-over={over ? '' : undefined}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false);
          void take(event.dataTransfer.files[0]);
        }}
      >
        <span className="ll-import-tile" aria-hidden="true">
          <FileSpreadsheet size={26} strokeWidth={1.7} />
        </span>
        <p className="ll-strong">{doing ? doing.name : 'Drop a spreadsheet here, or choose one'}</p>
        {doing ? (
          <progress aria-label="Uploaded" max={1} value={doing.share} />
        ) : (
          <p className="ll-muted">
            CSV or Excel (.xlsx), up to 10 MB and 20,000 rows. Columns in any order, with the headings that your other
            system gave them.
          </p>
        )}
        <Button
          kind="primary"
          disabled={offline}
          busy={doing && (doing.share < 1 ? 'Uploading…' : 'Looking at each row…')}
          onClick={() => input.current?.click()}
        >
          Choose a file
        </Button>
        {offline ? <p className="ll-muted">Importing needs a connection.</p> : null}
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Spreadsheet"
          accept=".csv,.tsv,.txt,.xlsx"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            // The same file once more, put right, is a choice, too.
            currentTarget.value = '';
            void take(file);
          }}
        />
      </div>
      {error ? <ErrorNote text={error} /> : null}
      <div className="ll-import-before">
        <p className="ll-muted">
          Nothing is written until you have seen what happens to each row. People are known by their employee number if
          the file has it, or else by their work e-mail; what is empty in the file stays as it is, and who is missing
          from it stays, unless you say otherwise.
        </p>
        <ExportMenu offline={offline} label="Get a template" />
      </div>
    </section>
  );
}
