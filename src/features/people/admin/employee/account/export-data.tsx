// A colleague asks for what is kept about them: it is made for them, and theirs alone.
import { useQuery } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { Suspense, useState } from 'react';
import { askExportFor, getExport } from '#contract/privacy.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { app } from '#src/realtime/app.ts';
import { peopleTexts } from '../../../messages.ts';

const AskExport = lazyPart(() => import('#src/kit/privacy/ask-export.tsx'), 'AskExport');

const texts = {
  ...peopleTexts,
  NO_PERMISSION: 'They may do what you may not: somebody who may do as much has to ask for it.',
};

export interface ExportDataProps {
  employee_id: string;
  first_name: string;
  offline: boolean;
}

export function ExportData({ employee_id, first_name, offline }: ExportDataProps) {
  const [open, setOpen] = useState(false);
  // What the caller is asked for, once it is wanted.
  const { data } = useQuery({
    queryKey: ['people', 'export-asks'],
    queryFn: async ({ signal }) => (await app.call(getExport, {}, { signal })).asks,
    enabled: open,
    staleTime: 0,
    meta: { keep: false },
  });
  const ask = async (given: { password?: string }) => {
    await app.call(askExportFor, { employee_id, ...given });
    setOpen(false);
    showToast({ text: `${first_name} gets a mail when the file is ready.` });
  };
  return (
    <>
      <Button
        kind="soft"
        wide
        icon={FileDown}
        disabled={offline}
        onClick={() => setOpen(true)}
        onPointerEnter={AskExport.preload}
      >
        Export their data
      </Button>
      <Suspense>
        {open && data ? (
          <AskExport
            title={`Export the data of ${first_name}?`}
            action="Have it made"
            asks={data}
            who={app.session.read()?.employee_profile.work_email_id ?? ''}
            texts={texts}
            onAsk={ask}
            onClose={() => setOpen(false)}
          >
            {`What is kept about them, for who asks for it. It is put together for ${first_name}, who is told by mail, now and when it is ready. Nobody else can read it.`}
          </AskExport>
        ) : null}
      </Suspense>
    </>
  );
}
