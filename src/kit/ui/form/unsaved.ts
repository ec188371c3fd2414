// Which forms have something in them that nobody has stored yet: a reload would forget it, so an update asks first.
import { useEffect } from 'react';

const forms = new Set<object>();

/** `unsaved`: what stands in this form now is neither what it began with nor stored. Over when the form is gone. */
export function useUnsaved(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const form = {};
    forms.add(form);
    return () => void forms.delete(form);
  }, [unsaved]);
}

export const hasUnsavedForms = (): boolean => forms.size > 0;
