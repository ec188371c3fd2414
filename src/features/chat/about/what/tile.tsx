// One of the things that can be done with a space or a group, in the pane about it.
import type { LucideIcon } from 'lucide-react';

export interface TileProps {
  icon: LucideIcon;
  label: string;
  tip: string;
  disabled: boolean;
  onClick: () => void;
}

export function Tile({ icon: Icon, label, tip, disabled, onClick }: TileProps) {
  return (
    <button type="button" className="ll-about-tile" data-tip={tip} disabled={disabled} onClick={onClick}>
      <Icon size={20} strokeWidth={1.9} aria-hidden="true" />
      {label}
    </button>
  );
}
