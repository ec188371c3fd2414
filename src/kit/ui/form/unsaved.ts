// Which forms have something in them that nobody has stored yet: a reload would forget it, so an update asks first.
import { useEffect } from 'react';
import { unsavedForms } from '#src/offline/device/busy.ts';

/** `unsaved`: what stands in this form now is neither what it began with nor stored. Over when the form is gone. */
export function useUnsaved(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const form = {};
    unsavedForms.add(form);
    return () => void unsavedForms.delete(form);
  }, [unsaved]);
}
