// The endpoint of people as a file: from the wire to the rules and back.
import * as contract from '#contract/people/spreadsheet/export.ts';
import { implement, type Route } from '../../../../platform/feature.ts';
import { exportEmployees } from './exporting.ts';

export const exportRoutes: readonly Route[] = implement(contract, { exportPeople: exportEmployees });
