import { nearestWord } from '../../terminal/nearest-word.ts'
import { nodesOf, type Scene } from '../scene/scene.ts'

/** A name that no earlier line gave, or something that the answer of that name does not have. */
export class UnknownName extends Error {}

/** A whole text such as `$kitchen.wallIds.2`; `$$` begins a text that really starts with a dollar. */
const REFERENCE = /^\$([a-z][\w-]*)((?:\.\w+)*)$/i

/**
 * Answers by the names that a file gives them, so that later lines need no ids: `$kitchen.zoneId`.
 * `$project` is there from the start, with `siteId`, `buildingId` and the ground floor's `levelId`.
 */
export class NamedAnswers {
  readonly #answers = new Map<string, unknown>()

  constructor(scene: Scene) {
    const levels = nodesOf(scene, 'level')
    this.#answers.set('project', {
      siteId: nodesOf(scene, 'site')[0]?.id,
      buildingId: nodesOf(scene, 'building')[0]?.id,
      levelId: (levels.find(({ index }) => index === 0) ?? levels[0])?.id,
    })
  }

  keep(name: string, answer: unknown): void {
    this.#answers.set(name, answer)
  }

  /** The same value with every reference replaced by what it names. Throws `UnknownName`. */
  fill(value: unknown): unknown {
    if (typeof value === 'string') return this.#fillText(value)
    if (Array.isArray(value)) return value.map((each) => this.fill(each))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.fill(each)]))
  }

  #fillText(text: string): unknown {
    if (text.startsWith('$$')) return text.slice(1)
    const [, name, path] = REFERENCE.exec(text) ?? []
    if (name === undefined) return text
    if (!this.#answers.has(name)) {
      const near = nearestWord(name, [...this.#answers.keys()])
      throw new UnknownName(
        `${text}: no earlier line is called "${name}"${near ? `; "${near}" is` : ''}.`,
      )
    }
    let at: unknown = this.#answers.get(name)
    for (const step of path.split('.').slice(1)) {
      const fields = at !== null && typeof at === 'object' ? at : {}
      if (!Object.hasOwn(fields, step)) {
        const has = Object.keys(fields).join(', ') || 'nothing'
        throw new UnknownName(`${text}: there is no ${step}; there is ${has}.`)
      }
      at = (fields as Record<string, unknown>)[step]
    }
    return at
  }
}
