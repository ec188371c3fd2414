// Time zones to choose from, and the one that this device is in.

export const zoneHere: string = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Sorted, as a field takes them. */
export const zoneOptions: readonly { value: string; label: string }[] = [
  ...new Set(['UTC', zoneHere, ...Intl.supportedValuesOf('timeZone')]),
]
  .sort()
  .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
