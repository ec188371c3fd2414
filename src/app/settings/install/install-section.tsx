// The app on this device: whether it is installed, the button where the browser has one for us, and the way where it has not.
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAppName } from '#src/kit/company/app-name.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { Fact, Section } from '../section.tsx';
import { IosSteps } from './steps.tsx';
import { useInstall } from './use-install.ts';
import type { Way } from './way.ts';
import './install.css';

export function InstallSection() {
  const { way, asking, ask } = useInstall();
  const { name, short } = useAppName();
  const installed = way === 'installed';
  return (
    <Section title="Install">
      <p className="ll-muted">
        {`Installed, ${name} has its own window and a place on your home screen or desktop, under the name “${short}”. It opens in one tap, works offline and can notify you.`}
      </p>
      <dl className="ll-settings-facts">
        <Fact term="On this device" hint={installed ? 'Messages and drafts that are here already stay.' : undefined}>
          {installed ? 'Installed' : 'In the browser'}
          {way === 'offered' ? (
            <Button
              kind="primary"
              size="small"
              icon={Download}
              busy={asking && 'Installing…'}
              onClick={() => void ask()}
            >
              Install
            </Button>
          ) : null}
        </Fact>
      </dl>
      {ways[way]}
    </Section>
  );
}

/** What the person can do where there is nothing that we can. */
const ways: Readonly<Record<Way, ReactNode>> = {
  installed: null,
  offered: null,
  ios: (
    <>
      <h2 className="ll-section">On iPhone and iPad</h2>
      <IosSteps />
    </>
  ),
  'ios-other': (
    <>
      <h2 className="ll-section">On iPhone and iPad</h2>
      <IosSteps />
      <p className="ll-muted">If your browser does not show it, open this page in Safari.</p>
    </>
  ),
  mac: (
    <p>
      In Safari’s menu bar choose <strong>File</strong>, then <strong>Add to Dock</strong>.
    </p>
  ),
  'android-menu': (
    <p>
      Open the browser’s menu and choose <strong>Add app to Home screen</strong>.
    </p>
  ),
  menu: (
    <p>
      Your browser does not offer it on this page now: it may be installed already. Otherwise look in the browser’s menu
      for <strong>Install</strong> or <strong>Add to Home screen</strong>.
    </p>
  ),
  none: (
    <p>
      This browser cannot install apps. Chrome and Edge can, and on iPhone, iPad and Mac so can Safari. Everything else
      works here as it does there.
    </p>
  ),
};
