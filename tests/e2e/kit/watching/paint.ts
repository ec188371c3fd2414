// What was really painted: every frame that the browser showed, and the colours in it.
import type { Page } from 'playwright/test';

type Rgb = readonly [number, number, number];

interface Painting {
  /** How many frames have come so far; the browser hands them over some time after it has shown them. */
  count(): number;
  /** Ends it. Frames as base64 PNG. */
  stop(): Promise<string[]>;
}

/** `slowedBy`: the processor is so many times slower meanwhile, so that short flashes are seen. */
export async function recordPainting(page: Page, { slowedBy = 1 } = {}): Promise<Painting> {
  const cdp = await page.context().newCDPSession(page);
  const frames: string[] = [];
  cdp.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push(data);
    void cdp.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowedBy });
  await cdp.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
  return {
    count: () => frames.length,
    stop: async () => {
      await cdp.send('Page.stopScreencast');
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      await cdp.detach();
      return frames;
    },
  };
}

/** The colour near the bottom right and in the middle of each frame. */
export async function cornersOf(page: Page, frames: readonly string[]): Promise<{ bottomRight: Rgb; centre: Rgb }[]> {
  return page.evaluate(async (all) => {
    const found = [];
    for (const frame of all) {
      const image = new Image();
      image.src = `data:image/png;base64,${frame}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const pen = canvas.getContext('2d');
      if (!pen) throw new Error('No canvas');
      pen.drawImage(image, 0, 0);
      const at = (x: number, y: number) =>
        [...pen.getImageData(x, y, 1, 1).data.slice(0, 3)] as unknown as [number, number, number];
      found.push({
        bottomRight: at(image.width - 4, image.height - 4),
        centre: at(Math.floor(image.width * 0.7), Math.floor(image.height * 0.4)),
      });
    }
    return found;
  }, frames);
}
