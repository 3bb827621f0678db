import type { z } from 'zod'

/** Most problems in one message: a file of another kind has one for every field. */
const PROBLEMS_MAX = 3
/** Characters of a found value that a message shows. */
const FOUND_MAX = 60

type Issue = z.core.$ZodIssue

const KINDS: Readonly<Record<string, string>> = {
  object: 'an object',
  record: 'an object',
  array: 'a list',
  tuple: 'a list',
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  null: 'null',
}

/**
 * Describes what is wrong with a value: each field by its path, what it must be and what was
 * found. `coverage: must be an object or "panels", got null`.
 */
export function describeProblems(value: unknown, { issues }: z.ZodError): string {
  const problems = [...new Set(issues.flatMap((issue) => describe(issue, value)))]
  const shown = problems.slice(0, PROBLEMS_MAX).join('; ')
  return problems.length > PROBLEMS_MAX
    ? `${shown}; and ${problems.length - PROBLEMS_MAX} more`
    : shown
}

function describe(issue: Issue, value: unknown): string[] {
  if (issue.code === 'invalid_union') return describeUnion(issue, value)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `${nameOf(issue)}: has a field "${key}" that is not known`)
  return [sentence(issue, value, isPlain(issue) ? expected(issue) : null)]
}

/**
 * Describes the nearest branch: one that was refused inside the value, with the fewest problems.
 */
function describeUnion(issue: Extract<Issue, { code: 'invalid_union' }>, value: unknown): string[] {
  const branches = issue.errors.map((errors) =>
    errors.map((each) => ({ ...each, path: [...issue.path, ...each.path] }) as Issue),
  )
  const isInside = (errors: Issue[]) => errors.every((each) => !isWhole(each, issue))
  const inside = branches.filter(isInside).sort((one, other) => one.length - other.length)
  if (inside.length > 0) return inside[0].flatMap((each) => describe(each, value))
  // A union whose branches differ by a field has no branches: its message lists the field's values.
  const kinds = new Set([
    ...branches.flat().map(expected),
    ...[...issue.message.matchAll(/'([^']+)'/g)].map(([, each]) => JSON.stringify(each)),
  ])
  return [sentence(issue, value, [...kinds].join(' or '))]
}

/**
 * One problem: where, what must be there, and what is. `must` is null where the message states it.
 */
function sentence(issue: Issue, value: unknown, must: string | null): string {
  const found = valueAt(value, issue)
  if (found === undefined && must !== null)
    return `${nameOf(issue)}: is missing, and must be ${must}`
  const what = must === null ? requirement(issue) : `must be ${must}`
  const isInner = issue.code === 'custom' && typeof found === 'object'
  return `${nameOf(issue)}: ${what}${isInner ? '' : `, got ${format(found)}`}`
}

function nameOf({ path }: Issue): string {
  return path.length > 0 ? path.join('.') : 'the file'
}

function valueAt(value: unknown, { path }: Issue): unknown {
  return path.reduce<unknown>(
    (at, step) => (at as Record<PropertyKey, unknown> | null | undefined)?.[step],
    value,
  )
}

/** True when a branch refused the value itself, not something inside it. */
function isWhole(each: Issue, of: Issue): boolean {
  return isPlain(each) && each.path.length === of.path.length
}

function isPlain({ code }: Issue): boolean {
  return code === 'invalid_type' || code === 'invalid_value'
}

function expected(issue: Issue): string {
  if (issue.code === 'invalid_type') return KINDS[issue.expected] ?? `of the kind ${issue.expected}`
  if (issue.code === 'invalid_value')
    return issue.values.map((each) => JSON.stringify(each)).join(' or ')
  return requirement(issue)
}

const UNITS: Readonly<Record<string, string>> = { array: ' items', string: ' characters' }

/** Describes what a value of the right type lacks. */
function requirement(issue: Issue): string {
  if (issue.code === 'too_small' || issue.code === 'too_big') {
    const [limit, words] =
      issue.code === 'too_small' ? [issue.minimum, 'at least'] : [issue.maximum, 'at most']
    const bound =
      issue.inclusive === false
        ? words.replace('at least', 'more than').replace('at most', 'less than')
        : words
    const verb = UNITS[issue.origin] ? 'must have' : 'must be'
    return `${verb} ${bound} ${limit}${UNITS[issue.origin] ?? ''}`
  }
  return lowerFirst(issue.message.replace(/^Invalid \w+: /, ''))
}

function format(found: unknown): string {
  if (Array.isArray(found)) return `a list of ${found.length}`
  if (typeof found === 'object' && found !== null) return 'an object'
  const text = JSON.stringify(found) ?? 'nothing'
  return text.length > FOUND_MAX ? `${text.slice(0, FOUND_MAX)}...` : text
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
