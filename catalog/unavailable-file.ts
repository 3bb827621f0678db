/**
 * Why a file of a build cannot be read: it is `damaged` or missing, it is `coming` from the store
 * of builds, or it is in the store and the store is `silent`.
 */
export type UnavailableReason = 'damaged' | 'coming' | 'silent'

/** Sentences on a file that an answer, or a section of it, cannot be made without. */
const SENTENCES: Record<UnavailableReason, (reader: string) => string> = {
  damaged: (reader) => `A file of the build that ${reader} is damaged or missing.`,
  coming: (reader) => `A file of the build that ${reader} is still coming from the store.`,
  silent: (reader) =>
    `A part of the build that ${reader} is in the store of builds, which does not answer.`,
}
const UNTIL: Record<UnavailableReason, string> = {
  damaged: 'as soon as the file is restored',
  coming: 'as soon as the file is here',
  silent: 'as soon as the store does',
}

/** A file of a build that cannot be read now. Nothing may be answered from it meanwhile. */
export class UnavailableFile extends Error {
  readonly path: string
  readonly reason: UnavailableReason

  /** `problem` fits after the path. */
  constructor(reason: UnavailableReason, path: string, problem: string, options?: ErrorOptions) {
    super(`${path} ${problem}`, options)
    this.name = 'UnavailableFile'
    this.path = path
    this.reason = reason
  }

  /** Sentence for people; `reader` is who needs the file: `this answer needs`. */
  sentence(reader: string): string {
    return SENTENCES[this.reason](reader)
  }

  /** When there is an answer again: `as soon as the file is restored`. */
  get until(): string {
    return UNTIL[this.reason]
  }
}
