import { UnavailableFile } from './unavailable-file.ts'

/**
 * A file of a build that is not what was verified: it was written to, replaced or removed, or its
 * bytes cannot be read. Nothing may be answered from it until it was verified again.
 */
export class DamagedFile extends UnavailableFile {
  /** `problem` fits after the path. */
  constructor(path: string, problem: string, options?: ErrorOptions) {
    super('damaged', path, problem, options)
    this.name = 'DamagedFile'
  }
}
