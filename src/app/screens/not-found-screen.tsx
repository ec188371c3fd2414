// An address that leads nowhere, and one whose module the company has switched off. Both stand inside the shell.
import { Link } from '@tanstack/react-router';
import { Compass, PowerOff } from 'lucide-react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';

const home = (
  <Button asChild>
    <Link to="/">Go to the start</Link>
  </Button>
);

export function NotFoundScreen() {
  return (
    <div className="ll-lost">
      <title>Not found · Limelight</title>
      <EmptyState
        level={1}
        icon={Compass}
        title="There is nothing here"
        text="The link may be old, or this is not shared with you."
        action={home}
      />
    </div>
  );
}

export function ModuleOffScreen({ companyName }: { companyName: string }) {
  const title = `${companyName} has switched this off`;
  return (
    <div className="ll-lost">
      <title>{`${title} · Limelight`}</title>
      <EmptyState
        level={1}
        icon={PowerOff}
        title={title}
        text="Nothing is lost: it comes back as it was when it is switched on again."
        action={home}
      />
    </div>
  );
}
