// A chart is read by keyboard, says what is read, and is a table for who wants one.
import { act } from 'react';
import { expect, test } from 'vitest';
import { click, find, render } from '../ui/render.fixture.tsx';
import { DayFigure, type DayFigureProps } from './figure.tsx';
import { Steps } from './steps.tsx';

const figure: DayFigureProps = {
  title: 'Active people',
  label: 'Active people by day',
  placeLabel: 'Day',
  kind: 'lines',
  places: ['Monday 2 March', 'Tuesday 3 March', 'Wednesday 4 March'],
  short: ['Mar 2', 'Mar 3', 'Mar 4'],
  series: [
    { label: 'Used the app', look: 'ink', values: [null, 1200, 7] },
    { label: 'Wrote', look: 'dashed', values: [0, 3, 2] },
  ],
};

const reader = () => find('[role="slider"]');
const said = () => reader().getAttribute('aria-valuetext');
const shown = () => document.querySelector('.ll-graph-reading')?.textContent;
const press = (key: string) =>
  act(() => void reader().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));

test('arrow keys go from day to day, and each is said and shown', () => {
  render(<DayFigure {...figure} />);
  expect(reader().getAttribute('aria-label')).toBe('Active people by day');
  expect(shown()).toBeUndefined();
  act(() => reader().focus());
  expect(said()).toBe('Wednesday 4 March: Used the app 7, Wrote 2');
  press('ArrowLeft');
  expect(said()).toBe('Tuesday 3 March: Used the app 1,200, Wrote 3');
  expect(shown()).toContain('Tuesday 3 March');
  press('Home');
  expect(said()).toBe('Monday 2 March: Used the app not recorded, Wrote 0');
  press('ArrowLeft');
  expect(reader().getAttribute('aria-valuenow')).toBe('0');
  press('PageUp');
  expect(reader().getAttribute('aria-valuenow')).toBe('2');
  press('ArrowRight');
  expect(reader().getAttribute('aria-valuenow')).toBe('2');
  press('Escape');
  expect(shown()).toBeUndefined();
  press('ArrowLeft');
  expect(shown()).toContain('1,200');
  act(() => reader().blur());
  expect(shown()).toBeUndefined();
});

test('other keys are left to the page', () => {
  render(<DayFigure {...figure} />);
  const event = new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true });
  act(() => void reader().dispatchEvent(event));
  expect(event.defaultPrevented).toBe(false);
});

test('fewer days than before: the place that is read is one that there is', () => {
  render(<DayFigure {...figure} />);
  act(() => reader().focus());
  render(<DayFigure {...figure} places={['Monday 2 March']} short={['Mar 2']} />);
  expect(said()).toContain('Monday 2 March');
});

test('the same as a table, newest first', () => {
  render(<DayFigure {...figure} />);
  click(find('button', 'Show as table'));
  const rows = [...document.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['Day', 'Used the app', 'Wrote'],
    ['Wednesday 4 March', '7', '2'],
    ['Tuesday 3 March', '1,200', '3'],
    ['Monday 2 March', '–not recorded', '0'],
  ]);
  expect(document.querySelector('svg.ll-graph-svg')).toBeNull();
  click(find('button', 'Show as chart'));
  expect(reader()).toBeDefined();
});

test('bars stand on each other up to the highest day', () => {
  render(<DayFigure {...figure} kind="bars" />);
  const bars = [...document.querySelectorAll('.ll-graph-bar')].map((bar) => bar.childElementCount);
  expect(bars).toEqual([0, 2, 2]);
  expect([...document.querySelectorAll('.ll-graph-tick')].map((tick) => tick.textContent)).toEqual([
    '0',
    '500',
    '1,000',
    '1,500',
  ]);
});

test('steps say their number and their share', () => {
  render(
    <Steps
      steps={[
        { label: 'Invited', value: 60 },
        { label: 'Active', value: 41, lit: true },
      ]}
    />,
  );
  expect([...document.querySelectorAll('li')].map((step) => step.textContent)).toEqual([
    'Invited60100%',
    'Active4168%',
  ]);
  render(<Steps steps={[{ label: 'Invited', value: 0 }]} />);
  expect(find('li').textContent).toBe('Invited00%');
});
