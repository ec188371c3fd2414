// What reaches one, where and when: this device first, then what holds on all of them.
import { useQuery } from '@tanstack/react-query';
import { configQuery } from '#src/features/company/queries.ts';
import { DevicePart } from '#src/features/notifications/settings/device-part.tsx';
import { HoursPart } from '#src/features/notifications/settings/hours-part.tsx';
import { KindsPart } from '#src/features/notifications/settings/kinds-part.tsx';
import { PausePart } from '#src/features/notifications/settings/pause-part.tsx';
import { WishesPart } from '#src/features/notifications/settings/wishes-part.tsx';
import { useWanted } from '#src/features/notifications/use-wanted.ts';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { useOffline } from '#src/realtime/hooks.ts';
import { Section } from '../section.tsx';
import { ExceptionsPart } from './exceptions-part.tsx';

export function NotificationsSection() {
  const { data, failed, missing, fetching, retry } = useWanted();
  // Whoever comes from changing them sees what they are now.
  const company = useQuery({ ...configQuery, refetchOnMount: 'always' }).data?.settings.awake;
  const offline = useOffline();
  return (
    <Section title="Notifications">
      <DevicePart />
      {data ? (
        <>
          {offline ? (
            <p className="ll-meta" role="status">
              What you change now holds once you’re online.
            </p>
          ) : null}
          <KindsPart settings={data.settings} />
          <ExceptionsPart exceptions={data.exceptions} />
          <PausePart settings={data.settings} />
          <HoursPart settings={data.settings} company={company ?? data.company_awake} />
          <WishesPart settings={data.settings} />
        </>
      ) : failed ? (
        <ErrorCard onRetry={retry} retrying={fetching} />
      ) : missing ? (
        <p className="ll-meta" role="status">
          What you chose is not on this device yet. It needs a connection.
        </p>
      ) : (
        <SkeletonRows label="what you chose" rows={5} />
      )}
    </Section>
  );
}
