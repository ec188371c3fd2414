// When something has stopped moving.
import { expect } from 'playwright/test';

/** Until it has been the same for about a second. `measure`: undefined while there is nothing to measure. */
export async function untilAtRest(measure: () => Promise<number | undefined>): Promise<void> {
  let last: number | undefined;
  let looks = 0;
  const same = async () => {
    const now = await measure();
    looks = now !== undefined && now === last ? looks + 1 : 0;
    last = now;
    return looks;
  };
  await expect.poll(same, { intervals: [300] }).toBeGreaterThanOrEqual(3);
}
