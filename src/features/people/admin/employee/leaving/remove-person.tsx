// The way out of the company, at the end of a person's page.
import { Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { DAYS_TO_RETURN } from '#contract/people/leaving.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { Card } from '../card.tsx';

const LeaveDialog = lazyPart(() => import('./leave-dialog.tsx'), 'LeaveDialog');

export interface RemovePersonProps {
  employee_id: string;
  name: string;
  first_name: string;
  offline: boolean;
}

export function RemovePerson({ offline, ...person }: RemovePersonProps) {
  const [asks, setAsks] = useState(false);
  return (
    <Card id="remove" title="Remove from company">
      <p className="ll-meta">
        {offline
          ? 'Removing somebody needs a connection.'
          : `What they wrote stays, under the name “Former employee”. You can undo it for ${DAYS_TO_RETURN} days.`}
      </p>
      <Button className="ll-leaving-open" icon={Trash2} disabled={offline} onClick={() => setAsks(true)}>
        {`Remove ${person.first_name}`}
      </Button>
      <Suspense>{asks ? <LeaveDialog {...person} onClose={() => setAsks(false)} /> : null}</Suspense>
    </Card>
  );
}
