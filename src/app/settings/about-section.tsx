// Which Limelight this is, and as whom one uses it: what support asks first.
import { Copy } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { copyText } from '#src/kit/ui/export/copy-text.ts';
import { fullName } from '#src/kit/ui/format/names.ts';
import { useMediaRange } from '#src/kit/ui/hooks/media-range.ts';
import { app } from '#src/realtime/app.ts';
import { useApp } from '../state/app-state.ts';
import { Fact, Section } from './section.tsx';

export function AboutSection() {
  const { company, me } = useApp().state;
  const { current } = useSnapshot(app.session.state);
  const { standalone } = useMediaRange();
  const runs = standalone ? 'Installed' : 'In the browser';
  const address = current?.employee_profile.work_email_id;
  const details = [
    `Limelight ${__APP_VERSION__}`,
    runs,
    navigator.userAgent,
    `Company ${company?.company_id}`,
    `Person ${me?.employee_id}`,
  ].join('\n');
  const copy = () => void copyText(details, 'Copied');
  return (
    <Section title="About">
      <dl className="ll-settings-facts">
        <Fact term="Limelight" hint={runs}>
          {__APP_VERSION__}
        </Fact>
        <Fact term="Company">{company?.company_name}</Fact>
        <Fact term="Signed in as" hint={address}>
          {me ? fullName(me) : ''}
        </Fact>
      </dl>
      <div className="ll-settings-buttons">
        <Button icon={Copy} onClick={copy}>
          Copy details for support
        </Button>
      </div>
    </Section>
  );
}
