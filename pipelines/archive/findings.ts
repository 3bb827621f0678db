/** One thing wrong with an archive. `where` is a tile `z/x/y`, a directory or a header field. */
export interface Problem {
  code: string
  where: string
  message: string
}

/** Problems that are listed with their text; further ones are only counted. */
const MOST_PROBLEMS = 100

/** Collects problems: all are counted, the first hundred are listed. */
export class Findings {
  readonly problems: Problem[] = []
  count = 0

  add(code: string, where: string, message: string): void {
    this.count++
    if (this.problems.length < MOST_PROBLEMS) this.problems.push({ code, where, message })
  }
}
