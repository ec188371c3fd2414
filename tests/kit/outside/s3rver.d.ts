// What the tests use of s3rver, which has no types of its own.
declare module '@20minutes/s3rver' {
  interface Options {
    readonly address: string;
    readonly port: number;
    readonly silent: boolean;
    readonly directory: string;
    /** `configs`: XML, as they are sent to S3. */
    readonly configureBuckets: readonly { readonly name: string; readonly configs?: readonly string[] }[];
  }
  export default class S3rver {
    constructor(options: Options);
    readonly httpServer: import('node:http').Server;
    run(): Promise<unknown>;
    close(): Promise<void>;
  }
}
