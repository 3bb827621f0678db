import { LAYERS } from '../../layers/index.ts'

/** Answers that are described in full; the rest are counted. */
const DISHONEST_MAX = 20
const STATES = ['available', 'empty', 'not_covered', 'not_available']
const BUILD = "this build's copies"
/** Reason of a section that failed by an error of our own. */
const OURS = 'The section failed on the data of this location.'

interface AnsweredSection {
  status: string
  reason?: string
  hint?: string
}

/** Counts of answers, and of sections that could not answer and reported that honestly. */
export class FlappingTally {
  private readonly titles: readonly string[]
  private readonly statuses: Record<string, number> = {}
  private readonly sections: Record<string, Record<string, number>> = {}
  private readonly dishonest: string[] = []
  private dishonestCount = 0

  /** `titles` are those of the upstreams that may fail. */
  constructor(titles: readonly string[]) {
    this.titles = titles
  }

  answer(status: number, body: unknown): void {
    this.statuses[status] = (this.statuses[status] ?? 0) + 1
    const { layers } = body as { layers?: Record<string, AnsweredSection> }
    if (status !== 200 || !layers) this.complain(`status ${status}: ${JSON.stringify(body)}`)
    for (const [name, section] of Object.entries(layers ?? {})) {
      this.sections[name] ??= {}
      const counts = this.sections[name]
      counts[section.status] = (counts[section.status] ?? 0) + 1
      this.judge(name, section)
    }
  }

  broke(where: string, error: unknown): void {
    this.statuses.none = (this.statuses.none ?? 0) + 1
    this.complain(`${where}: ${error}`)
  }

  report() {
    return {
      by_status: this.statuses,
      by_section: this.sections,
      dishonest_answers: this.dishonestCount,
      dishonest: this.dishonest,
    }
  }

  private judge(name: string, section: AnsweredSection): void {
    const { status, reason = '', hint = '' } = section
    const isLive = LAYERS.some(({ id, upstreams = [] }) => id === name && upstreams.length > 0)
    // An export that was missing when the build was made is reported for the build.
    const isNamed = this.titles.some((title) => reason.includes(title)) || reason.includes(BUILD)
    if (!STATES.includes(status)) this.complain(`${name} is ${status}`)
    else if (status === 'not_available' && !(isLive && isNamed && hint && reason !== OURS))
      this.complain(`${name}: ${JSON.stringify(section).slice(0, 500)}`)
  }

  private complain(words: string): void {
    this.dishonestCount++
    if (this.dishonest.length < DISHONEST_MAX) this.dishonest.push(words.slice(0, 600))
  }
}
