// The invitation to install the app, under the name that it has then.
import { useAppName } from '#src/kit/company/app-name.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { AppIcon } from './app-icon.tsx';
import { decline } from './kept-usage.ts';
import { IosSteps } from './steps.tsx';
import { useInstall } from './use-install.ts';
import './install.css';

export function InstallCard({ onEnd }: { onEnd: () => void }) {
  const { way, asking, ask } = useInstall();
  const { name } = useAppName();
  const leave = () => {
    decline();
    onEnd();
  };
  return (
    <aside className="ll-install-card" aria-labelledby="install-title">
      <div className="ll-install-head">
        <AppIcon size={56} />
        <h2 id="install-title" className="ll-heading">
          {`Add ${name} to your home screen`}
        </h2>
      </div>
      <p className="ll-muted">It opens in one tap, works offline and can notify you.</p>
      {way === 'ios' ? <IosSteps /> : null}
      <div className="ll-install-buttons">
        <Button onClick={leave}>Not now</Button>
        {way === 'ios' ? (
          <Button kind="ink" onClick={leave}>
            Got it
          </Button>
        ) : (
          // Whatever they answer the browser, they are not asked by us again.
          <Button kind="ink" busy={asking && 'Installing…'} onClick={() => void ask().then(leave)}>
            Install
          </Button>
        )}
      </div>
    </aside>
  );
}
