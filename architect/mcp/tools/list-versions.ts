import { z } from 'zod'
import { decodeCursor, encodeCursor, fields } from '../../projects/input.ts'
import { countWithin } from '../../reads/page.ts'
import { ownTool } from '../own-tool.ts'
import { PAGE_CHARACTERS_MAX } from '../tool-answers.ts'

/** Versions of a page: what fits an answer of 4 KB. */
const PAGE_USUAL = 15
const PAGE_MAX = 50

export const listVersions = ownTool({
  name: 'list_versions',
  description: 'Saved versions, the newest first, with how many nodes each changed.',
  input: z.strictObject({
    limit: z.int().min(1).max(PAGE_MAX).default(PAGE_USUAL),
    cursor: fields.cursor.optional(),
  }),
  hasProject: true,
  isReadOnly: true,
  async run({ parts, client, projectId, input: { limit, cursor } }) {
    const before = cursor === undefined ? undefined : decodeCursor(cursor, z.tuple([fields.number]))
    const query = { projectId, limit, before: before?.[0] }
    const rows = await parts.store.versions(client.viewer, query)
    const versions = rows.map(({ number, label, author, at, changes }) => ({
      version: number,
      label,
      author: author?.name ?? null,
      at: at.toISOString(),
      changeCounts: {
        created: changes.created.length,
        changed: changes.changed.length,
        deleted: changes.deleted.length,
      },
    }))
    const count = countWithin(versions, PAGE_CHARACTERS_MAX)
    const last = rows.at(count - 1)
    return {
      versions: versions.slice(0, count),
      // Numbers are from 1 on, without gaps.
      ...(last && last.number > 1 && { nextCursor: encodeCursor([last.number]) }),
    }
  },
})
