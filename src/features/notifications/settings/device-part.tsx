// Notifications on this device: on or off, how it stands in words, and the test that finds out where they get stuck.
import { Check, CircleAlert, Send } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { errorText } from '#src/api/error-text.ts';
import { useModule } from '#src/kit/company/modules.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { Switch } from '#src/kit/ui/controls/check.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { dateAndTime } from '#src/kit/ui/format/dates.ts';
import { useOffline } from '#src/realtime/hooks.ts';
import { subscribe, turnOff, turnOn } from '../device/pushing.ts';
import { type Hop, type HopResult, hops, testHops } from '../device/self-test.ts';
import { type DeviceState, useDevice } from '../device/use-device.ts';
import './notification-settings.css';

export function DevicePart() {
  const on = useModule('push');
  return (
    <section className="ll-settings-part" aria-labelledby="notify-device">
      <h2 id="notify-device" className="ll-section">
        This device
      </h2>
      {on ? (
        <Pushes />
      ) : (
        <p className="ll-muted">
          Your company has switched push notifications off. What is new waits here, and comes by mail where you want
          mails.
        </p>
      )}
    </section>
  );
}

function Pushes() {
  const { state, lookAgain } = useDevice();
  const offline = useOffline();
  const [busy, setBusy] = useState(false);
  /** Chosen, and under way. */
  const [wanted, setWanted] = useState<boolean>();
  const [error, setError] = useState<string>();
  const act = async (what: () => Promise<unknown>) => {
    setBusy(true);
    setError(undefined);
    try {
      await what();
    } catch (thrown) {
      setError(thrown instanceof DOMException ? 'The browser could not reach its push service.' : errorText(thrown));
    }
    await lookAgain();
    setWanted(undefined);
    setBusy(false);
  };
  const impossible = state?.is === 'install' || state?.is === 'unsupported' || state?.is === 'denied';
  const isOn = state?.is === 'on' || state?.is === 'broken';
  const turn = () => {
    setWanted(!isOn);
    void act(isOn ? turnOff : turnOn);
  };
  return (
    <>
      <div>
        <Switch
          label="Notifications on this device"
          checked={wanted ?? isOn}
          disabled={!state || impossible || offline || busy}
          onChange={turn}
          aria-describedby="notify-device-state"
        />
        <p id="notify-device-state" className="ll-meta" role="status">
          {state ? wordsOf(state) : '…'}
        </p>
      </div>
      {state?.is === 'denied' ? (
        <p>
          To allow them, open what your browser shows left of the address (or the app’s settings on a phone), set
          Notifications to “Allow”, and come back.
        </p>
      ) : null}
      {state?.is === 'broken' ? (
        <div className="ll-settings-buttons">
          <Button size="small" disabled={offline} busy={busy && 'Repairing…'} onClick={() => void act(subscribe)}>
            Repair
          </Button>
        </div>
      ) : null}
      {error ? <ErrorNote text={error} /> : null}
      {isOn ? <SelfTest offline={offline} /> : null}
    </>
  );
}

function wordsOf(state: DeviceState): ReactNode {
  switch (state.is) {
    case 'install':
      return 'On iPhone and iPad they need the installed app: Share, then “Add to Home Screen”. Open it from there.';
    case 'unsupported':
      return 'This browser cannot show notifications of Limelight.';
    case 'denied':
      return 'Blocked in the browser.';
    case 'off':
      return 'Off. What is new waits until you open Limelight.';
    case 'broken':
      return 'Switched on, but nothing can arrive: the way between your browser and the server is interrupted.';
    case 'on':
      return state.since ? (
        <>
          Works since <time dateTime={state.since}>{dateAndTime(state.since)}</time>.
        </>
      ) : (
        'On.'
      );
  }
}

function SelfTest({ offline }: { offline: boolean }) {
  const [results, setResults] = useState<ReadonlyMap<Hop, HopResult>>();
  const [running, setRunning] = useState(false);
  const run = async () => {
    setRunning(true);
    let all: ReadonlyMap<Hop, HopResult> = new Map();
    setResults(all);
    for await (const result of testHops()) {
      all = new Map([...all, [result.hop, result]]);
      setResults(all);
    }
    setRunning(false);
  };
  const failed = [...(results?.values() ?? [])].some(({ ok }) => !ok);
  return (
    <>
      <div className="ll-settings-buttons">
        <Button icon={Send} disabled={offline} busy={running && 'Testing…'} onClick={() => void run()}>
          Send a test
        </Button>
      </div>
      {results ? (
        <ol className="ll-notify-hops" aria-label="The way of a notification" aria-busy={running}>
          {hops.map((hop) => (
            <HopLine key={hop} hop={hop} result={results.get(hop)} reached={!failed} />
          ))}
        </ol>
      ) : null}
      <p className="ll-hidden-text" role="status">
        {results && !running ? (failed ? 'The test failed.' : 'The test has arrived.') : null}
      </p>
    </>
  );
}

/** `reached`: those before it were passed, or are still looked at. */
function HopLine({ hop, result, reached }: { hop: Hop; result: HopResult | undefined; reached: boolean }) {
  const Icon = result?.ok ? Check : CircleAlert;
  return (
    <li data-result={result ? (result.ok ? 'ok' : 'failed') : 'open'}>
      {result ? <Icon size={18} strokeWidth={2.2} aria-hidden="true" /> : <span className="ll-notify-open" />}
      <b>{hop}</b>
      <span className="ll-meta">{result?.text ?? (reached ? 'Waits' : 'Not reached')}</span>
    </li>
  );
}
