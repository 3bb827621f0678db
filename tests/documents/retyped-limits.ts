import type { Tree, Violation } from '../architecture/tree.ts'
import { evaluate, readConstants } from './constants.ts'

/** A number that people read, typed where the constant cannot be imported. */
interface Retyped {
  path: string
  /** Finds the number: its first group is the value. */
  pattern: RegExp
  constant: string
  /** Member of the constant, where it is an object. */
  member?: string
}

const RETYPED: Retyped[] = [
  {
    path: 'README.md',
    pattern: /may send ([\d,]+) requests\s+in any minute/,
    constant: 'KEY_LIMIT',
    member: 'requests',
  },
  {
    path: 'CHANGELOG.md',
    pattern: /([\d,]+) requests in any minute for a key/,
    constant: 'KEY_LIMIT',
    member: 'requests',
  },
  {
    path: 'accounts/README.md',
    pattern: /([\d,]+)\s+requests\s+in\s+any\s+minute\s+for\s+a\s+key/,
    constant: 'KEY_LIMIT',
    member: 'requests',
  },
  {
    path: 'accounts/README.md',
    pattern: /for\s+a\s+key,\s+([\d,]+)\s+for\s+a\s+session/,
    constant: 'SESSION_LIMIT',
    member: 'requests',
  },
  { path: 'commands/keys.ts', pattern: /1 to (\d+)/, constant: 'EXPIRES_IN_DAYS_MAX' },
  { path: 'docs/settings.md', pattern: /0 to (\d+)/, constant: 'DRAIN_SECONDS_MAX' },
]

/** Retyped numbers that are not the value of their constant. */
export function findWrongNumbers(tree: Tree, retyped = RETYPED): Violation[] {
  const constants = readConstants(tree)
  return retyped.flatMap(({ path, pattern, constant, member }) => {
    const found = constants.find(({ name }) => name === constant)
    const [, source] = new RegExp(`${member}: ([\\d_]+)`).exec(found?.source ?? '') ?? []
    const expected = found && evaluate(tree, { ...found, source: member ? source : found.source })
    const typed = pattern.exec(tree.get(path) ?? '')?.[1]
    if (Number(typed?.replaceAll(',', '')) === expected) return []
    return [{ path, problem: `has ${typed ?? 'no number'} for ${constant}, which is ${expected}` }]
  })
}
