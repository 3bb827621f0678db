import { nearestWord } from '../../../terminal/nearest-word.ts'
import { nodesOf, type Scene } from '../../scene/scene.ts'

/** A reference to a name that no earlier call has, or to a field that its answer does not have. */
export class UnknownName extends Error {}

/**
 * A reference is a whole string such as `$kitchen.wallIds.2`; `$$` at the start is a dollar sign.
 */
const REFERENCE = /^\$([a-z][\w-]*)((?:\.\w+)*)$/i

/**
 * Answers by the names that callers give them, so that later calls can refer to `$kitchen.zoneId`
 * instead of an id. `$project` exists from the start, with `siteId`, `buildingId` and the `levelId`
 * of the ground floor.
 */
export class NamedAnswers {
  private readonly answers = new Map<string, unknown>()

  constructor(scene: Scene) {
    const levels = nodesOf(scene, 'level')
    this.answers.set('project', {
      siteId: nodesOf(scene, 'site')[0]?.id,
      buildingId: nodesOf(scene, 'building')[0]?.id,
      levelId: (levels.find(({ index }) => index === 0) ?? levels[0])?.id,
    })
  }

  set(name: string, answer: unknown): void {
    this.answers.set(name, answer)
  }

  /** The value with every reference replaced. Throws `UnknownName`. */
  resolve(value: unknown): unknown {
    if (typeof value === 'string') return this.resolveText(value)
    if (Array.isArray(value)) return value.map((each) => this.resolve(each))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, this.resolve(each)]),
    )
  }

  private resolveText(text: string): unknown {
    if (text.startsWith('$$')) return text.slice(1)
    const [, name, path] = REFERENCE.exec(text) ?? []
    if (name === undefined) return text
    if (!this.answers.has(name)) {
      const near = nearestWord(name, [...this.answers.keys()])
      throw new UnknownName(
        `${text}: no earlier call is named "${name}"${near ? `; did you mean "${near}"?` : '.'}`,
      )
    }
    let at: unknown = this.answers.get(name)
    for (const step of path.split('.').slice(1)) {
      const fields = at !== null && typeof at === 'object' ? at : {}
      if (!Object.hasOwn(fields, step)) {
        const has = Object.keys(fields).join(', ') || 'nothing'
        throw new UnknownName(`${text}: the answer has no ${step} here, only ${has}.`)
      }
      at = (fields as Record<string, unknown>)[step]
    }
    return at
  }
}
