// While the company is being resolved and there is no copy of it: the same ring on the same ground as the static page.
import { Spinner } from '#src/kit/ui/feedback/spinner.tsx';

export function LoadingScreen() {
  return (
    <main className="splash ll-loading">
      <Spinner />
    </main>
  );
}
