// What keeps the bytes of files: the disk of DATA_DIR, or an S3-compatible store. Which one it is shows nowhere else.
import type { Readable } from 'node:stream';
import type { UploadWish } from './post-policy.ts';

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Keys are paths of letters, digits, `.`, `_` and `-`. Failures are those of the file system or the network. */
export interface FileStore {
  /** To sign with what all servers of this store shall accept. */
  readonly secret: string;
  /** A form that uploads one file: POST it to `url` as multipart, the fields first, then `file`. */
  presign(wish: UploadWish): { url: string; fields: Record<string, string> };
  /** Bytes of a whole file; undefined if there is none. */
  size(key: string): Promise<number | undefined>;
  /** Its bytes as they come; undefined if there is none. The reader destroys the stream when it goes. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Keeps what the server has made itself, in place of what was there. */
  put(key: string, bytes: Buffer, mime_type: string): Promise<void>;
  /** The same of what comes bit by bit and may be large. Answers how many bytes; what is broken off leaves nothing behind. */
  write(key: string, bytes: AsyncIterable<Buffer>, mime_type: string): Promise<number>;
  /** It is no error if there is none. */
  remove(key: string): Promise<void>;
}
