// On how many devices a colleague is signed in, and the end of that. Nothing where it is known that there is none.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { countSessions, endSessions } from '#contract/people/access.ts';
import { errorText } from '#src/api/error-text.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { ConfirmDialog } from '#src/kit/ui/overlay/confirm-dialog.tsx';
import { app } from '#src/realtime/app.ts';
import { peopleTexts } from '../../../messages.ts';
import { useFollowCompany } from '../../follow.ts';

/** Nobody is told of who signs in: it is read when the page opens or is returned to, and when something is told of the company. */
const livingQuery = (employee_id: string) =>
  queryOptions({
    queryKey: ['people', 'living', employee_id],
    queryFn: async ({ signal }) => (await app.call(countSessions, { employee_id }, { signal })).living,
    staleTime: 0,
    meta: { keep: false },
  });

export interface SignOutProps {
  employee_id: string;
  first_name: string;
  offline: boolean;
}

export function SignOut({ employee_id, first_name, offline }: SignOutProps) {
  const client = useQueryClient();
  const query = livingQuery(employee_id);
  const { data: living, isError } = useQuery(query);
  useFollowCompany(query.queryKey);
  const [asks, setAsks] = useState(false);
  // What was asked about stays so, whatever is counted meanwhile.
  const [asked, setAsked] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  // That they cannot be counted is no reason to leave somebody in.
  const offered = living === undefined ? isError : living > 0;
  const devices = living === undefined ? 'all devices' : living === 1 ? '1 device' : `${living} devices`;
  const ask = () => {
    setAsked(devices);
    setAsks(true);
  };
  const place = useRef<HTMLDivElement>(null);
  const ended = useRef(false);
  useEffect(() => {
    // The dialog gives the focus back to the button, and that goes with the devices: what stands first beside it is next.
    if (!ended.current || asks || offered || document.activeElement !== document.body) return;
    ended.current = false;
    place.current?.parentElement?.querySelector('button')?.focus();
  }, [asks, offered]);
  const end = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await app.call(endSessions, { employee_id });
      ended.current = true;
      showToast({ text: `${first_name} is signed out everywhere.` });
    } catch (thrown) {
      setError(errorText(thrown, peopleTexts));
    }
    setBusy(false);
    setAsks(false);
    await client.invalidateQueries(query);
  };
  return (
    <>
      <div ref={place} className="ll-employee-act">
        {offered ? (
          <Button kind="soft" wide icon={LogOut} disabled={offline} onClick={ask}>
            {`Sign out of ${devices}`}
          </Button>
        ) : null}
      </div>
      {error ? <ErrorNote text={error} /> : null}
      <ConfirmDialog
        open={asks}
        title={`Sign ${first_name} out of ${asked}?`}
        action="Sign out"
        danger
        busy={busy && 'Signing out…'}
        onConfirm={() => void end()}
        onCancel={() => setAsks(false)}
      >
        They are signed out at once. What was written there and is not sent yet is locked, and comes back when they sign
        in there again.
      </ConfirmDialog>
    </>
  );
}
