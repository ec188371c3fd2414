// A push that a push service will take: what is too long is cut, the words of the message first. Pure.
import type { PushPayload } from '#contract/notifications/push.ts';

/** Tags to be taken down that travel in one push. */
export const MOST_CLEAR = 20;

/** Bytes that a payload takes. */
type SizeOf = (payload: PushPayload) => number;

const asJson: SizeOf = (payload) => Buffer.byteLength(JSON.stringify(payload));

/** As JSON, in at most so many bytes by `sizeOf`: the body cut between code points, then the title. */
export function fit(payload: PushPayload, most: number, sizeOf = asJson): Buffer {
  const { notification } = payload;
  const { data } = notification;
  let fitting: PushPayload = {
    ...payload,
    notification: { ...notification, data: { ...data, clear: data.clear.slice(0, MOST_CLEAR) } },
  };
  for (const field of ['body', 'title'] as const) fitting = cut(fitting, field, most, sizeOf);
  return Buffer.from(JSON.stringify(fitting));
}

/** As much of the field as there is room for. */
function cut(payload: PushPayload, field: 'body' | 'title', most: number, sizeOf: SizeOf): PushPayload {
  if (sizeOf(payload) <= most) return payload;
  const points = [...payload.notification[field]];
  const shortened = (kept: number): PushPayload => ({
    ...payload,
    notification: { ...payload.notification, [field]: `${points.slice(0, kept).join('').trimEnd()}…` },
  });
  let [fits, tooLong] = [0, points.length];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (sizeOf(shortened(middle)) <= most) fits = middle;
    else tooLong = middle;
  }
  return shortened(fits);
}
