import { z } from 'zod'
import { decodeCursor, encodeCursor, fields } from '../../projects/input.ts'
import { projectsCursor } from '../../projects/project-answer.ts'
import { countWithin } from '../../reads/page.ts'
import { editorLink } from '../editor-link.ts'
import { ownTool } from '../own-tool.ts'
import { PAGE_CHARACTERS_MAX } from '../tool-answers.ts'

/** Projects of a page: what fits an answer of 4 KB. */
const PAGE_USUAL = 8
const PAGE_MAX = 50

export const listScenes = ownTool({
  name: 'list_scenes',
  description: 'Your projects, the last changed first.',
  input: z.strictObject({
    query: fields.text.optional().describe('Part of the name'),
    limit: z.int().min(1).max(PAGE_MAX).default(PAGE_USUAL),
    cursor: fields.cursor.optional(),
  }),
  hasProject: false,
  isReadOnly: true,
  async run({ parts, client, input: { query, limit, cursor } }) {
    const after = cursor === undefined ? undefined : decodeCursor(cursor, projectsCursor)
    const rows = await parts.store.list(client.viewer, {
      text: query,
      limit,
      after: after && { updatedAt: new Date(after[0]), id: after[1] },
    })
    const scenes = rows.map((row) => ({
      id: row.id,
      name: row.name,
      updatedAt: row.updatedAt.toISOString(),
      draftVersion: row.draft.version,
      latestVersion: row.latestVersion,
      publishedVersion: row.publishedVersion,
      nodeCount: row.draft.nodes,
      canEdit: row.rights.edit,
      canPublish: row.rights.publish,
      ...editorLink(parts, client, row.id),
    }))
    const count = countWithin(scenes, PAGE_CHARACTERS_MAX)
    const hasMore = count < rows.length || rows.length === limit
    const last = rows.at(count - 1)
    return {
      scenes: scenes.slice(0, count),
      ...(last && hasMore && { nextCursor: encodeCursor([last.updatedAt.toISOString(), last.id]) }),
    }
  },
})
