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
  /** Size of the unit that is typed, in that of the constant. */
  unit?: number
}

const HOUR_S = 3_600
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
  {
    path: 'serve/reference/reading-guide.ts',
    pattern: /map key (?:may|allows) \D*([\d,]+)/i,
    constant: 'KEY_LIMIT',
    member: 'requests',
  },
  {
    path: 'web/account/api-keys.ts',
    pattern: /map key (?:may|allows) \D*([\d,]+)/i,
    constant: 'KEY_LIMIT',
    member: 'requests',
  },
  {
    path: 'web/account/password.ts',
    pattern: /PASSWORD_LEAST = (\d+)/,
    constant: 'PASSWORD_MIN',
  },
  {
    path: 'web/account/password.ts',
    pattern: /PASSWORD_MOST = (\d+)/,
    constant: 'PASSWORD_MAX',
  },
  {
    path: 'accounts/email/mails.ts',
    pattern: /within (an) hour to confirm/,
    constant: 'LINK_S',
    unit: HOUR_S,
  },
  {
    path: 'accounts/email/mails.ts',
    pattern: /within (an) hour to choose/,
    constant: 'LINK_S',
    unit: HOUR_S,
  },
  {
    path: 'accounts/email/mails.ts',
    pattern: /within (\d+) days/,
    constant: 'INVITATION_S',
    unit: 24 * HOUR_S,
  },
  { path: 'commands/keys.ts', pattern: /1 to (\d+)/, constant: 'EXPIRES_IN_DAYS_MAX' },
  { path: 'docs/settings.md', pattern: /0 to (\d+)/, constant: 'DRAIN_SECONDS_MAX' },
]

/** Retyped numbers that are not the value of their constant. */
export function findWrongNumbers(tree: Tree, retyped = RETYPED): Violation[] {
  const constants = readConstants(tree)
  return retyped.flatMap(({ path, pattern, constant, member, unit = 1 }) => {
    const found = constants.find(({ name }) => name === constant)
    const [, source] = new RegExp(`${member}: ([\\d_]+)`).exec(found?.source ?? '') ?? []
    const expected = found && evaluate(tree, { ...found, source: member ? source : found.source })
    const typed = pattern.exec(tree.get(path) ?? '')?.[1]
    const number = typed === 'an' ? 1 : Number(typed?.replaceAll(',', ''))
    if (number * unit === expected) return []
    return [{ path, problem: `has ${typed ?? 'no number'} for ${constant}, which is ${expected}` }]
  })
}
