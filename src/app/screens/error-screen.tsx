// The full-page fallback for bugs (specification, section 2; texts verbatim).
import { LifeBuoy, RotateCw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Beam } from '#src/kit/ui/art/beam.tsx';
import { SystemButton, SystemScreen } from './system-screen.tsx';

export interface ErrorScreenProps {
  /** Default 'Oops.. Something went wrong'. */
  message?: string;
  /** Told when a ticket is asked for, so that support can find the report. */
  reportId?: string;
}

export function ErrorScreen({ message = 'Oops.. Something went wrong', reportId }: ErrorScreenProps) {
  const [asked, setAsked] = useState(false);
  return (
    <SystemScreen role="alert" title={message} art={<Beam icon={TriangleAlert} className="sys-beam" />}>
      <p>Please refresh the page, or report an issue to our support team.</p>
      <div className="sys-actions">
        <SystemButton primary onClick={() => location.reload()}>
          <RotateCw aria-hidden="true" />
          Try again
        </SystemButton>
        <SystemButton onClick={() => setAsked(true)}>
          <LifeBuoy aria-hidden="true" />
          Raise a ticket
        </SystemButton>
      </div>
      <p className="sys-small" role="status">
        {asked && reportId
          ? `Tell your support team this number: ${reportId}`
          : 'Messages you had queued are safe on this device.'}
      </p>
    </SystemScreen>
  );
}
