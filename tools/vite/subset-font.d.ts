// What the package does not say of itself: as much as is used (its README).
declare module 'subset-font' {
  interface Options {
    readonly targetFormat: 'woff2';
    readonly keepAllGlyphs: true;
    /** Pins each axis to the value. */
    readonly variationAxes: Readonly<Record<string, number>>;
    /** Entries of the name table that are kept: 0 is the copyright, 13 and 14 are the licence. */
    readonly preserveNameIds: readonly number[];
  }
  export default function subsetFont(font: Buffer, text: undefined, options: Options): Promise<Buffer>;
}
