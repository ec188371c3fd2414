// What a feature tells the shell about itself, and what a route tells the root about itself.
import type { LinkProps } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';

/** A number that changes by itself: unread conversations, open surveys. */
export interface LiveNumber {
  read: () => number;
  /** Calls back after each change; returns the way to stop. */
  subscribe: (changed: () => void) => () => void;
  /** False as long as `read` only says 0 because nothing is there to be counted yet. */
  isKnown?: () => boolean;
}

export interface NavItem {
  label: string;
  icon: LucideIcon;
  to: NonNullable<LinkProps['to']>;
  /** Smaller comes first: Home 0, Chat 10, Recognise 20, Community 30, Calendar 40, People 50. */
  order: number;
  /** Rail: `main` (default), behind `more`, or at the `foot` (Admin). `top`: in the bar above instead, as an icon. */
  place?: 'main' | 'more' | 'foot' | 'top';
  /** Bottom navigation of phones: one of the four in the `bar`, the raised `action` in the middle, or under `me` (default). */
  phone?: 'bar' | 'action' | 'me';
  badge?: LiveNumber;
  /** Shown only to those who hold one of these permissions. */
  permissions?: readonly string[];
}

export interface FeatureManifest {
  /** The company's module that switches the feature off; without one it is always there. */
  module?: string;
  nav?: NavItem;
}

/** Who may see a route: signed-in people (default), people without a session, or everybody. */
export type RouteAccess = 'signed-in' | 'signed-out' | 'everybody';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Of /inactive: the company that nobody can use at the moment. */
    paused?: string | undefined;
    /** Of /admin/people: the question whom to add is open at first. */
    adding?: boolean;
  }
  interface StaticDataRouteOption {
    access?: RouteAccess;
    /** The company's module that the route belongs to. */
    module?: string;
    /** Stands alone, without a shell. */
    bare?: boolean;
    /** A dialog over its parent: it takes the focus itself, and gives it back. */
    dialog?: boolean;
    /** A full-screen task: phones hide the bottom navigation. */
    task?: boolean;
  }
}
