// The rows with problems as a file, to be put right and chosen again.
import { Download } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '#src/api/error-text.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { saveFile } from '#src/kit/ui/export/save-file.ts';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { Menu } from '#src/kit/ui/overlay/menu.tsx';
import { peopleTexts } from '../../messages.ts';
import { errorFile } from './data.ts';

export function ErrorFile({ import_id, offline }: { import_id: string; offline: boolean }) {
  const [busy, setBusy] = useState(false);
  const take = async (format: 'csv' | 'xlsx') => {
    setBusy(true);
    try {
      saveFile(await errorFile(import_id, format));
    } catch (thrown) {
      showToast({ text: errorText(thrown, peopleTexts) });
    }
    setBusy(false);
  };
  const items = [
    { label: 'For Excel', onSelect: () => void take('xlsx') },
    { label: 'As CSV', onSelect: () => void take('csv') },
  ];
  return (
    <div>
      <Menu label="Download rows with problems" groups={[{ items }]} align="start">
        {(trigger) => (
          <Button icon={Download} disabled={offline} busy={busy && 'Downloading…'} {...trigger}>
            Download rows with problems
          </Button>
        )}
      </Menu>
    </div>
  );
}
