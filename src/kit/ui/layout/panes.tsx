// List beside content, and details beside that: chat, settings, admin. Up to 900 px only one of them is seen.
import type { ReactNode } from 'react';
import './page.css';

export interface PanesProps {
  list: ReactNode;
  /** Name of the list's landmark: "Conversations". */
  listLabel: string;
  children: ReactNode;
  /** The third pane, when it is open. From 901 to 1223 px it lies over the content. */
  detail?: ReactNode;
  detailLabel?: string;
  /** What a narrow window shows. */
  show: 'list' | 'main' | 'detail';
  /** `narrow` 240 px: a list of settings. Default 336. */
  size?: 'normal' | 'narrow';
}

export function Panes({
  list,
  listLabel,
  children,
  detail,
  detailLabel = 'Details',
  show,
  size = 'normal',
}: PanesProps) {
  return (
    <div className="ll-panes" data-show={show} data-size={size} data-detail={detail ? '' : undefined}>
      <section className="ll-pane" data-pane="list" aria-label={listLabel}>
        {list}
      </section>
      <div className="ll-pane" data-pane="main">
        {children}
      </div>
      {detail ? (
        <aside className="ll-pane" data-pane="detail" aria-label={detailLabel}>
          {detail}
        </aside>
      ) : null}
    </div>
  );
}
