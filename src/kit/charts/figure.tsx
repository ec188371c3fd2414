// A chart in its card: its heading, what its series are, and the same as a table for everybody who would rather have that.
import { ChartColumn, Table2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { DayChart, type DayChartProps, Swatch } from './day-chart.tsx';
import './charts.css';

export interface ChartCardProps {
  title: string;
  /** Right of the heading. */
  beside?: ReactNode;
  children: ReactNode;
}

/** A card with a heading; the region is named by it. */
export function ChartCard({ title, beside, children }: ChartCardProps) {
  const id = useId();
  return (
    <section className="ll-graph-card" aria-labelledby={id}>
      <header>
        <h2 id={id} className="ll-section">
          {title}
        </h2>
        {beside}
      </header>
      {children}
    </section>
  );
}

export interface DayFigureProps extends DayChartProps {
  title: string;
  /** Above the days in the table: "Day", "Week". */
  placeLabel: string;
  /** Said below the chart. */
  note?: string;
}

/** A chart of days, or the same as a table, newest first: both as high as each other. */
export function DayFigure({ title, placeLabel, note, ...chart }: DayFigureProps) {
  const [asTable, setAsTable] = useState(false);
  const { series, kind } = chart;
  return (
    <ChartCard
      title={title}
      beside={
        <Button kind="ghost" size="small" icon={asTable ? ChartColumn : Table2} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Show as chart' : 'Show as table'}
        </Button>
      }
    >
      {asTable ? (
        <DayTable {...chart} placeLabel={placeLabel} />
      ) : (
        <>
          <DayChart {...chart} />
          <ul className="ll-graph-legend">
            {series.map(({ label, look }) => (
              <li key={label}>
                <Swatch look={look} kind={kind} />
                {label}
              </li>
            ))}
          </ul>
        </>
      )}
      {note ? <p className="ll-meta">{note}</p> : null}
    </ChartCard>
  );
}

function DayTable({ label, places, series, placeLabel }: DayChartProps & { placeLabel: string }) {
  const places_ = places.map((place, n) => ({ place, n })).toReversed();
  return (
    <div className="ll-graph-table" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{placeLabel}</th>
            {series.map((one) => (
              <th key={one.label} scope="col">
                {one.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {places_.map(({ place, n }) => (
            <tr key={place}>
              <th scope="row">{place}</th>
              {series.map(({ label: name, values }) => (
                <td key={name}>{values[n] == null ? <NotRecorded /> : values[n].toLocaleString('en')}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const NotRecorded = () => (
  <>
    <span aria-hidden="true">–</span>
    <span className="ll-hidden-text">not recorded</span>
  </>
);
