import { z } from 'zod'
import { decodeCursor, encodeCursor, fields } from '../../projects/input.ts'
import { ownTool } from '../own-tool.ts'

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
    const last = rows.at(-1)
    return {
      versions: rows.map(({ number, label, author, at, changes }) => ({
        version: number,
        label,
        author: author?.name ?? null,
        at: at.toISOString(),
        changeCounts: {
          created: changes.created.length,
          changed: changes.changed.length,
          deleted: changes.deleted.length,
        },
      })),
      // Numbers are from 1 on, without gaps.
      ...(last && last.number > 1 && { nextCursor: encodeCursor([last.number]) }),
    }
  },
})
