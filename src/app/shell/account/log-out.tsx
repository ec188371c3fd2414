// Logging out by hand asks first when something has not been sent: it would be gone from this device.
import { Suspense, useState } from 'react';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { useApp } from '../../state/app-state.ts';

const LogOutQuestion = lazyPart(() => import('./log-out-question.tsx'), 'LogOutQuestion');

/** `ask` logs out at once, or after the question; `question` has to be rendered beside the button. */
export function useLogOut() {
  const { unsent, actions } = useApp().state;
  const [asking, setAsking] = useState(false);
  return {
    ask: () => (unsent > 0 ? setAsking(true) : actions.logOut()),
    question: asking && (
      <Suspense fallback={null}>
        <LogOutQuestion unsent={unsent} onConfirm={actions.logOut} onCancel={() => setAsking(false)} />
      </Suspense>
    ),
  };
}
