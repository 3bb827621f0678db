import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Scene } from '../scene/scene.ts'
import { sceneHash } from '../scene/scene-hash.ts'
import { ReadError } from './read-error.ts'

/** Most entries of one page. */
export const PAGE_ENTRIES_MAX = 500
/** Characters of JSON of a page whose `limit` is not given: what a model reads at a glance. */
export const PAGE_CHARACTERS = 3_600

/** The arguments of every read that has a list. */
export const pageFields = {
  limit: z.int().min(1).max(PAGE_ENTRIES_MAX).optional(),
  cursor: z.string().max(100).optional(),
}

export interface Page {
  entries: readonly unknown[]
  /** Entries of all pages. */
  total: number
  nextCursor?: string
}

/** The call whose list is paged: a cursor belongs to a version of a scene and to a call. */
export interface PagedCall {
  scene: Scene
  read: string
  /** The parsed arguments, with `limit` and `cursor`. */
  input: { limit?: number; cursor?: string }
  /** Characters of JSON that the page has at most, whatever `limit` is; at least one entry. */
  room?: number
}

/** The page of a list at the call's cursor. Throws `ReadError` for a cursor of another list. */
export function pageOf(entries: readonly unknown[], call: PagedCall): Page {
  const { limit, cursor } = call.input
  const start = cursor === undefined ? 0 : positionOf(cursor, call, entries.length)
  const usual = limit === undefined ? PAGE_CHARACTERS : Number.POSITIVE_INFINITY
  const next = entries.slice(start, start + (limit ?? PAGE_ENTRIES_MAX))
  const end = start + countWithin(next, Math.min(usual, call.room ?? usual))
  return {
    entries: entries.slice(start, end),
    total: entries.length,
    ...(end < entries.length && { nextCursor: cursorAt(end, call) }),
  }
}

/** How many of the first entries have at most so many characters of JSON; one at least. */
export function countWithin(entries: readonly unknown[], characters: number): number {
  let all = 0
  const end = entries.findIndex((entry, index) => {
    all += JSON.stringify(entry).length + 1
    return index > 0 && all > characters
  })
  return end < 0 ? entries.length : end
}

const cursorAt = (position: number, call: PagedCall): string =>
  Buffer.from([versionOf(call), callOf(call), position].join('.')).toString('base64url')

function positionOf(cursor: string, call: PagedCall, count: number): number {
  const parts = Buffer.from(cursor, 'base64url').toString('latin1').split('.')
  const [version, ofCall, position] = parts
  if (parts.length !== 3 || !/^\d{1,9}$/.test(position))
    throw new ReadError(
      'invalid_cursor',
      `The cursor ${JSON.stringify(cursor)} is not a nextCursor of an answer.`,
      { param: 'cursor' },
    )
  if (version !== versionOf(call))
    throw new ReadError(
      'stale_cursor',
      'The scene has changed since the page with this cursor. Read again from the first page.',
      { param: 'cursor' },
    )
  if (ofCall !== callOf(call) || Number(position) >= count)
    throw new ReadError(
      'invalid_cursor',
      `The cursor belongs to another call than ${call.read} with these arguments. Repeat the arguments of the page before; limit may differ.`,
      { param: 'cursor' },
    )
  return Number(position)
}

const versionOf = ({ scene }: PagedCall): string => sceneHash(scene).slice(0, 16)

function callOf({ read, input }: PagedCall): string {
  const { limit, cursor, ...rest } = input
  return createHash('sha256')
    .update(JSON.stringify([read, rest]))
    .digest('hex')
    .slice(0, 12)
}
