import type { ArchiveTiler } from './archive-tiler.ts'

/** One thing wrong with an archive. `where` is a tile `z/x/y`, a directory or a header field. */
export interface Problem {
  code: string
  where: string
  message: string
}

/** A habit of another tiler: how often it shows, and the first place. */
export interface Habit extends Problem {
  count: number
}

/** Problems that are listed with their text; further ones are only counted. */
const MOST_PROBLEMS = 100

/**
 * Codes about the shapes that a tiler drew. Bytes that were damaged later fail at gzip's checksum
 * before any shape is read, so in an archive of another tiler these are how that tiler draws.
 */
const DRAWING = /^(ground|geometry|ring)\.|^(feature\.id|tile\.size|header\.bounds)$/

/** Collects problems: all are counted, the first hundred are listed. */
export class Findings {
  readonly problems: Problem[] = []
  count = 0
  /** The tiler that the archive names; null for our own, which draws what is checked here. */
  tiler: ArchiveTiler | null = null
  private readonly byCode = new Map<string, Habit>()

  add(code: string, where: string, message: string): void {
    if (this.tiler && DRAWING.test(code)) {
      const habit = this.byCode.get(code) ?? { code, where, message, count: 0 }
      this.byCode.set(code, { ...habit, count: habit.count + 1 })
      return
    }
    this.count++
    if (this.problems.length < MOST_PROBLEMS) this.problems.push({ code, where, message })
  }

  /** What another tiler draws otherwise than ours would. */
  get habits(): Habit[] {
    return [...this.byCode.values()].sort((a, b) => (a.code < b.code ? -1 : 1))
  }
}
