// Links from outside lead into chat, and nowhere else.
import { expect, test } from 'vitest';
import { placeOfLink } from './protocol.ts';

test.each([
  ['web+limelight:connect', '/connect'],
  ['web+limelight:connect/employee/7', '/connect/employee/7'],
  ['web+limelight://connect/space/7/sub-space/8?message=a&seq=3', '/connect/space/7/sub-space/8?message=a&seq=3'],
  ['WEB+LIMELIGHT:connect/threads?thread=5', '/connect/threads?thread=5'],
  [undefined, '/'],
  ['', '/'],
  ['connect/employee/7', '/'],
  ['web+limelight:settings', '/'],
  ['web+limelight:connecting', '/'],
  ['web+limelight:connect/../settings', '/'],
  ['web+limelight:connect/..//evil.example/', '/'],
  ['web+limelight:connect/%2e%2e/settings', '/'],
  ['web+limelight:connect\\..\\..\\settings', '/'],
  ['web+limelight:///evil.example', '/'],
  ['javascript:alert(1)', '/'],
])('%s', (link, place) => {
  expect(placeOfLink(link)).toBe(place);
});
