// Boxes where content will be. Same sizes as the content, one sheen over the whole page, and nothing at all for the first
// 150 ms: what is quick must not flash.
import type { ReactNode } from 'react';
import './skeleton.css';

export interface SkeletonProps {
  /** What is on its way: "conversations". Said once to assistive tools. */
  label: string;
  children: ReactNode;
}

/** Holds `SkeletonBox`es. Keeps their room from the first frame on, shows them after 150 ms. */
export function Skeleton({ label, children }: SkeletonProps) {
  return (
    <div className="ll-skeleton" role="status">
      <span className="ll-hidden-text">{`Loading ${label}`}</span>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

export interface SkeletonBoxProps {
  /** px, or any CSS length. Default: all there is. */
  width?: number | string;
  /** px. Default 12, a line of text. */
  height?: number;
  /** `line` is fully round at its ends, `round` a circle, `box` has the radius of a card. Default `line`. */
  shape?: 'line' | 'round' | 'box';
}

export function SkeletonBox({ width = '100%', height = 12, shape = 'line' }: SkeletonBoxProps) {
  return (
    <span
      className="ll-skeleton-box"
      data-shape={shape}
      style={{ width: shape === 'round' ? height : width, height }}
    />
  );
}

/** A picture and two lines, as lists of people and conversations have them. @param size of the picture, px. */
export function SkeletonRows({ label, rows = 8, size = 44 }: { label: string; rows?: number; size?: number }) {
  const widths = [64, 46, 58, 71, 52, 66, 43, 60];
  return (
    <Skeleton label={label}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="ll-skeleton-row">
          <SkeletonBox shape="round" height={size} />
          <div>
            <SkeletonBox width={`${widths[row % 8]}%`} />
            <SkeletonBox width={`${widths[(row + 3) % 8]}%`} height={10} />
          </div>
        </div>
      ))}
    </Skeleton>
  );
}
