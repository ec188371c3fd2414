// What time it is where somebody is.

/** "14:05". A zone that this browser does not know falls back to UTC (specification, section 8); `zone` then says so. */
export function localTime(time_zone: string, now: number = Date.now()): { time: string; zone: string } {
  const format = (timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(now);
  try {
    return { time: format(time_zone), zone: time_zone.replaceAll('_', ' ') };
  } catch {
    return { time: format('UTC'), zone: 'UTC' };
  }
}
