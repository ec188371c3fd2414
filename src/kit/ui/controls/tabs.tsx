// Tabs switch content. `Tabs` for content of the page, `TabNav` with `TabLink`s for content with an address of its own.
import { createLink } from '@tanstack/react-router';
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { Count } from '../feedback/count.tsx';
import { moveFocus } from '../hooks/move-focus.ts';
import './segments.css';

export interface Tab<Value extends string> {
  value: Value;
  label: string;
  count?: number;
}

export interface TabsProps<Value extends string> {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** The chosen tab's content. */
  children: ReactNode;
}

/** @public */
export function Tabs<Value extends string>({ label, tabs, value, onChange, children }: TabsProps<Value>) {
  const id = useId();
  return (
    <>
      <div
        className="ll-tabs"
        role="tablist"
        aria-label={label}
        onKeyDown={(event) => moveFocus(event, '[role=tab]', 'row')}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            className="ll-tab"
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
            {tab.count ? <Count value={tab.count} tone="quiet" /> : null}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
}

/** Holds `TabLink`s. */
export function TabNav({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className="ll-tabs" aria-label={label}>
      {children}
    </nav>
  );
}

interface TabAnchorProps extends ComponentPropsWithRef<'a'> {
  /** Unread behind the tab; shown when above zero. */
  count?: number;
}

function TabAnchor({ count, children, ...anchor }: TabAnchorProps) {
  return (
    <a {...anchor} className="ll-tab" data-unread={count ? '' : undefined}>
      {children}
      {count ? <Count value={count} label={`${count} unread`} /> : null}
    </a>
  );
}

/** A typed router link that looks like a tab; takes `count` besides the router's own props. */
export const TabLink = createLink(TabAnchor);
