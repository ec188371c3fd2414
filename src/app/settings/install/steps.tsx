// The way on iPhone and iPad, where only the person can do it: three steps, each with the sign that it is about.
import { Share, SquarePlus } from 'lucide-react';
import { useAppName } from '#src/kit/company/app-name.ts';
import { AppIcon } from './app-icon.tsx';

export function IosSteps() {
  const { short } = useAppName();
  return (
    <ol className="ll-install-steps">
      <li>
        <span className="ll-install-sign" aria-hidden="true">
          <Share size={20} strokeWidth={1.9} />
        </span>
        <span>
          Tap <strong>Share</strong> in the browser bar
        </span>
      </li>
      <li>
        <span className="ll-install-sign" aria-hidden="true">
          <SquarePlus size={20} strokeWidth={1.9} />
        </span>
        <span>
          Choose <strong>Add to Home Screen</strong>
        </span>
      </li>
      <li>
        <span className="ll-install-sign" aria-hidden="true">
          <AppIcon size={28} />
        </span>
        <span>
          Open <strong>{short}</strong> and allow notifications
        </span>
      </li>
    </ol>
  );
}
