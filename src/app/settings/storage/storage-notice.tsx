// Said on every page while only memory has what is written: nobody looks into the settings for it.
import { Link } from '@tanstack/react-router';
import { HardDrive } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { storage } from '#src/offline/warnings.ts';
import { problemTexts } from './problem-texts.ts';

export function StorageNotice() {
  const { problem } = useSnapshot(storage);
  if (!problem) return null;
  return (
    <div className="ll-notice" data-tone="warn" data-wide="" role="status">
      <HardDrive size={20} strokeWidth={1.9} aria-hidden="true" />
      <p>{problemTexts[problem]}</p>
      <Button asChild size="small" className="ll-notice-warn-button">
        <Link to="/settings/storage">Storage</Link>
      </Button>
    </div>
  );
}
