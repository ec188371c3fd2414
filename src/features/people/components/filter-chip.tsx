// One filter of a list of people: a button with what is chosen, and a menu of all there is.
import { ChevronDown, X } from 'lucide-react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { Menu } from '#src/kit/ui/overlay/menu.tsx';

interface FilterChipProps {
  /** By what: "Location". */
  name: string;
  /** Said while nothing is chosen. Default: the name. */
  none?: string;
  choices: readonly { readonly id: string; readonly label: string }[];
  /** Another choice takes the place of the one before. */
  single?: boolean;
  chosen?: readonly string[] | undefined;
  onChange: (chosen: readonly string[]) => void;
}

/** Nothing where there is nothing to choose from. */
export function FilterChip({ name, none = name, choices, single = false, chosen = [], onChange }: FilterChipProps) {
  if (!choices.length && !chosen.length) return null;
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : single ? [id] : [...chosen, id]);
  const label = choices.find(({ id }) => id === chosen[0])?.label.trim() ?? name;
  const text = chosen.length ? (chosen.length > 1 ? `${label} +${chosen.length - 1}` : label) : none;
  const spoken = `Filter by ${name.toLowerCase()}${chosen.length ? `: ${text}` : ''}`;
  const items = choices.map(({ id, label: choice }) => ({
    label: choice,
    checked: chosen.includes(id),
    onSelect: () => toggle(id),
  }));
  return (
    <span className="ll-filter-chip">
      <Menu label={name} groups={[{ items }]}>
        {(trigger) => (
          <Button
            kind={chosen.length ? 'ink' : 'outline'}
            iconAfter={ChevronDown}
            aria-label={chosen.length || none === name ? spoken : undefined}
            {...trigger}
          >
            {text}
          </Button>
        )}
      </Menu>
      {chosen.length ? (
        <IconButton icon={X} label={`Clear ${name.toLowerCase()}`} onClick={() => onChange([])} />
      ) : null}
    </span>
  );
}
