// Everybody as a file, or the empty one that is filled in: which of them, and in which format, is chosen in a menu.
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { RequestOf } from '#contract/kernel/endpoint.ts';
import { exportPeople } from '#contract/people/spreadsheet/export.ts';
import { errorText } from '#src/api/error-text.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { saveFile } from '#src/kit/ui/export/save-file.ts';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { Menu } from '#src/kit/ui/overlay/menu.tsx';
import { app } from '#src/realtime/app.ts';
import { peopleTexts } from '../../messages.ts';

type Asked = RequestOf<typeof exportPeople>;

/** `label`: what the button says. */
export function ExportMenu({ offline, label = 'Export' }: { offline: boolean; label?: string }) {
  const [taking, setTaking] = useState(false);
  const take = async (asked: Asked) => {
    setTaking(true);
    try {
      saveFile(await app.call(exportPeople, asked));
    } catch (thrown) {
      showToast({ text: errorText(thrown, peopleTexts) });
    }
    setTaking(false);
  };
  const item = (title: string, asked: Asked) => ({ label: title, onSelect: () => void take(asked) });
  const groups = [
    {
      label: 'Everybody',
      items: [item('People for Excel', { format: 'xlsx' }), item('People as CSV', { format: 'csv' })],
    },
    {
      label: 'Empty, to fill in',
      items: [
        item('Template for Excel', { format: 'xlsx', template: 'true' }),
        item('Template as CSV', { format: 'csv', template: 'true' }),
      ],
    },
  ];
  return (
    <Menu label={label} groups={groups} align="end">
      {(trigger) => (
        <Button icon={Download} disabled={offline} busy={taking && 'Exporting…'} {...trigger}>
          {label}
        </Button>
      )}
    </Menu>
  );
}
