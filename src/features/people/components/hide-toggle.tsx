// Beside a field of one's own profile: whether colleagues see it.
import { Eye, EyeOff } from 'lucide-react';
import type { Hideable } from '#contract/people/employee.ts';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';

/** Under what is hidden. */
export const HIDDEN = 'Only you and people managers see this';

export interface Hiding {
  readonly hidden: readonly Hideable[];
  readonly onChange: (hidden: readonly Hideable[]) => void;
}

interface HideToggleProps {
  field: Hideable;
  /** As it is called in the middle of a sentence. */
  name: string;
  /** Undefined: it is not one's own profile. */
  hiding: Hiding | undefined;
}

function HideToggle({ field, name, hiding }: HideToggleProps) {
  if (!hiding) return null;
  const { hidden, onChange } = hiding;
  const pressed = hidden.includes(field);
  return (
    <IconButton
      className="ll-hide"
      size="small"
      icon={pressed ? EyeOff : Eye}
      label={`Hide ${name} from colleagues`}
      pressed={pressed}
      onClick={() => onChange(pressed ? hidden.filter((one) => one !== field) : [...hidden, field])}
    />
  );
}

/** Of a field: the toggle, and below it what it means. */
export const hideable = (field: Hideable, name: string, hiding: Hiding | undefined) => ({
  aside: <HideToggle field={field} name={name} hiding={hiding} />,
  hint: hiding?.hidden.includes(field) ? HIDDEN : undefined,
});
