// A chart of days: lines, or bars on top of each other. Our own SVG, as wide as its place, with round numbers on one side and days on
// the other. A value is read with the pointer, the finger or the arrow keys; whoever wants numbers has them as a table (figure.tsx).
import { type CSSProperties, Fragment } from 'react';
import { compact, labelled, ticksTo } from './scale.ts';
import { useReading } from './use-reading.ts';
import './charts.css';

/** How a series is drawn: in all of them more than the colour differs. */
export type Look = 'ink' | 'dashed' | 'light' | 'hatched';

export interface Series {
  label: string;
  look: Look;
  /** One for each place; null: not known. */
  values: readonly (number | null)[];
}

export interface DayChartProps {
  /** What is shown, for assistive tools: "Active people by day". */
  label: string;
  /** Each place, as it is read: "Friday 20 November". */
  places: readonly string[];
  /** The same, short, for the axis: "Nov 20". */
  short: readonly string[];
  series: readonly Series[];
  /** Bars stand on top of each other, the first one below. */
  kind: 'lines' | 'bars';
}

const LABELS = 5;
const sums = (series: readonly Series[], places: number): number[] =>
  Array.from({ length: places }, (_, n) => series.reduce((sum, { values }) => sum + (values[n] ?? 0), 0));

const said = (value: number | null | undefined): string =>
  value == null ? 'not recorded' : value.toLocaleString('en');

export function DayChart({ label, places, short, series, kind }: DayChartProps) {
  const { at, value, handlers } = useReading(places.length, 7);
  const highest =
    kind === 'bars' ? sums(series, places.length) : series.flatMap(({ values }) => values.map((one) => one ?? 0));
  const ticks = ticksTo(Math.max(0, ...highest));
  const top = ticks.at(-1) ?? 1;
  const read = (n: number) => `${places[n]}: ${series.map((one) => `${one.label} ${said(one.values[n])}`).join(', ')}`;
  return (
    <div className="ll-graph">
      <div className="ll-graph-plot">
        {ticks.map((tick) => (
          <span key={tick} className="ll-graph-tick" style={{ bottom: `${(tick / top) * 100}%` }} aria-hidden="true">
            <span>{compact(tick)}</span>
          </span>
        ))}
        {kind === 'bars' ? (
          <Bars series={series} places={places.length} top={top} at={at} />
        ) : (
          <Lines series={series} places={places.length} top={top} at={at} />
        )}
        <div
          className="ll-graph-reader"
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={places.length - 1}
          aria-valuenow={value}
          aria-valuetext={read(value)}
          {...handlers}
        />
        {at === undefined ? null : <Reading place={places[at] ?? ''} series={series} at={at} count={places.length} />}
      </div>
      <div className="ll-graph-days" aria-hidden="true">
        {labelled(short.length, LABELS).map((n) => {
          const end = endOf(n, short.length);
          return (
            <span key={n} data-end={end} style={end ? undefined : { left: `${middle(n, short.length)}%` }}>
              {short[n]}
            </span>
          );
        })}
      </div>
    </div>
  );
}

/** Of a place, in hundredths of the width. */
const middle = (n: number, count: number): number => ((n + 0.5) / count) * 100;
const endOf = (n: number, count: number) => (n === 0 ? 'first' : n === count - 1 ? 'last' : undefined);

interface DrawnProps {
  series: readonly Series[];
  places: number;
  top: number;
  at: number | undefined;
}

/** From null to null. A single known day is a point. */
function pathOf(values: readonly (number | null)[], top: number): string {
  return values
    .map((value, n) => {
      if (value === null) return '';
      const point = `${middle(n, values.length).toFixed(2)} ${(100 - (value / top) * 100).toFixed(2)}`;
      if (values[n - 1] != null) return `L${point}`;
      return values[n + 1] == null ? `M${point}h0` : `M${point}`;
    })
    .join('');
}

/** What is below the line: nothing where a day is not known. */
function areaOf(values: readonly (number | null)[], top: number): string {
  const x = (n: number) => middle(n, values.length).toFixed(2);
  return values
    .map((value, n) => {
      if (value === null || (values[n - 1] == null && values[n + 1] == null)) return '';
      const point = `L${x(n)} ${(100 - (value / top) * 100).toFixed(2)}`;
      const begin = values[n - 1] == null ? `M${x(n)} 100` : '';
      return `${begin}${point}${values[n + 1] == null ? `L${x(n)} 100Z` : ''}`;
    })
    .join('');
}

function Lines({ series, places, top, at }: DrawnProps) {
  const known = series.flatMap(({ label, look, values }) => {
    const value = at === undefined ? null : values[at];
    return value == null ? [] : [{ label, look, value }];
  });
  return (
    <>
      <svg className="ll-graph-svg" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {series[0] ? <path className="ll-graph-area" d={areaOf(series[0].values, top)} /> : null}
        {series.map(({ label, look, values }) => (
          <path key={label} className="ll-graph-line" data-look={look} d={pathOf(values, top)} />
        ))}
      </svg>
      {at === undefined ? null : (
        <span className="ll-graph-guide" style={{ left: `${middle(at, places)}%` }} aria-hidden="true" />
      )}
      {known.map(({ label, look, value }) => (
        <span
          key={label}
          className="ll-graph-point"
          data-look={look}
          style={{ left: `${middle(at ?? 0, places)}%`, bottom: `${(value / top) * 100}%` }}
          aria-hidden="true"
        />
      ))}
    </>
  );
}

function Bars({ series, places, top, at }: DrawnProps) {
  const width = 100 / places;
  // A hair's breadth between many, a third of a day between few.
  const gap = places > 60 ? 0.18 : 0.28;
  return (
    <svg className="ll-graph-svg" aria-hidden="true">
      <Hatch />
      {Array.from({ length: places }, (_, n) => {
        let below = 0;
        return (
          <g key={n} className="ll-graph-bar" data-read={at === undefined ? undefined : at === n}>
            {series.map(({ label, look, values }) => {
              const height = ((values[n] ?? 0) / top) * 100;
              below += height;
              return height ? (
                <rect
                  key={label}
                  data-look={look}
                  x={`${(n + gap / 2) * width}%`}
                  width={`${width * (1 - gap)}%`}
                  y={`${100 - below}%`}
                  height={`${height}%`}
                />
              ) : null;
            })}
          </g>
        );
      })}
    </svg>
  );
}

/** One for the page: a pattern is found by its id. */
const Hatch = () => (
  <defs>
    <pattern id="ll-graph-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect className="ll-graph-hatch-ground" width="6" height="6" />
      <rect className="ll-graph-hatch-line" width="2" height="6" />
    </pattern>
  </defs>
);

interface ReadingProps {
  place: string;
  series: readonly Series[];
  at: number;
  count: number;
}

/** Beside the place that is read; said to assistive tools by the slider. */
function Reading({ place, series, at, count }: ReadingProps) {
  const style: CSSProperties =
    at < count / 2
      ? { left: `calc(${middle(at, count)}% + 12px)` }
      : { right: `calc(${100 - middle(at, count)}% + 12px)` };
  return (
    <div className="ll-graph-reading" style={style} aria-hidden="true">
      <strong>{place}</strong>
      <dl>
        {series.toReversed().map(({ label, look, values }) => (
          <Fragment key={label}>
            <dt>
              <Swatch look={look} />
              {label}
            </dt>
            <dd>{said(values[at])}</dd>
          </Fragment>
        ))}
      </dl>
    </div>
  );
}

/** How a series looks, in small. */
export const Swatch = ({ look, kind }: { look: Look; kind?: DayChartProps['kind'] }) => (
  <span className="ll-graph-swatch" data-look={look} data-kind={kind} aria-hidden="true" />
);
