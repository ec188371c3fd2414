// Why a file could not be uploaded, in a sentence for people.
export class UploadError extends Error {
  override readonly name = 'UploadError';
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}
