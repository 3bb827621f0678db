import { z } from 'zod'
import { fields } from '../../projects/input.ts'
import { versionUrl } from '../../projects/project-answer.ts'
import { requireVersion } from '../../store/store-refusal.ts'
import { ownTool } from '../own-tool.ts'

export const saveScene = ownTool({
  name: 'save_scene',
  description:
    'Saves the draft as a version; an unchanged draft makes none. Every edit is stored without it.',
  input: z.strictObject({
    name: fields.label.optional().describe('Label of the version'),
    saveMode: z
      .enum(['checkpoint', 'draft'])
      .default('checkpoint')
      .describe('draft: no version, only states that the draft is stored'),
  }),
  hasProject: true,
  isReadOnly: false,
  isRepeatable: true,
  hasExpectedVersion: true,
  async run({ parts, client, projectId, input, expectedVersion, operationId }) {
    const { viewer, origin } = client
    if (input.saveMode === 'draft') {
      const { version, sceneHash } = await parts.store.readDraft(viewer, projectId)
      requireVersion(expectedVersion, version)
      return { draftVersion: version, didSave: false, graphHash: sceneHash }
    }
    const options = { label: input.name, expectedVersion, operationId }
    const { version, label, sceneHash, didSave } = await parts.versions.save(
      viewer,
      projectId,
      options,
    )
    return {
      version,
      label,
      ...(parts.hasRoutes && { versionUrl: versionUrl(origin, projectId, version) }),
      didSave,
      graphHash: sceneHash,
    }
  },
})
