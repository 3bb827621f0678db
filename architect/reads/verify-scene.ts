import { z } from 'zod'
import { CHECK_NAMES, CHECK_SUBJECTS, verifyScene } from '../checks/verify.ts'
import { nearestName } from '../input/nearest-name.ts'
import { SEVERITIES } from '../scene/issue.ts'
import { levelIdIn } from './answer-fields.ts'
import { spacePointOut } from './answer-units.ts'
import { namedNode } from './named-node.ts'
import { pageFields } from './page.ts'
import type { Read } from './read.ts'
import { ReadError } from './read-error.ts'

/** Most codes and subjects of one call. */
const CHECKS_MAX = 50

const input = z.strictObject({
  levelId: levelIdIn,
  checks: z.array(z.string().max(60)).max(CHECKS_MAX).optional(),
  minSeverity: z.enum(SEVERITIES).default('info'),
  ...pageFields,
})

const count = (of: string) => z.number().describe(`Count of ${of}`)

export const verifySceneRead: Read<z.infer<typeof input>> = {
  name: 'verify_scene',
  description:
    'Checks whether the building makes sense, and offers fixes that work. It covers rooms, doors, light, ways, stairs, roofs and furniture.',
  example: { minSeverity: 'warning' },
  input,
  result: z.strictObject({
    ok: z.boolean().describe('True where no issue is an error'),
    counts: z
      .strictObject({ error: count('errors'), warning: count('warnings'), info: count('infos') })
      .describe('All issues by severity, whether listed or not'),
    checksRun: z.array(z.string()).describe('Codes that were checked'),
    graphHash: z.string().describe('SHA-256 of the verified scene'),
    issues: z
      .array(
        z.strictObject({
          code: z.string().describe('Stable code, by subject'),
          severity: z.enum(SEVERITIES).describe('Severity'),
          nodeIds: z.array(z.string()).describe('Ids of the nodes; the one to change comes first'),
          message: z.string().describe('A sentence with the figures, lengths in metres'),
          at: spacePointOut().optional().describe('[x, y, z] in the world'),
          fix: z
            .strictObject({
              tool: z.string().describe('Name of the edit'),
              arguments: z.record(z.string(), z.unknown()).describe('Its arguments, in metres'),
            })
            .optional()
            .describe('A call that resolves the issue'),
        }),
      )
      .describe('The severest first, then by code'),
  }),
  run(scene, { levelId, checks, minSeverity }) {
    refuseUnknown(checks)
    const level = levelId === undefined ? null : namedNode(scene, levelId, 'levelId', ['level'])
    const answer = verifyScene(scene, { levelId: level?.id, checks, minSeverity })
    const { ok, counts, checksRun, graphHash, issues } = answer
    return {
      fields: { ok, counts, checksRun, graphHash },
      list: { name: 'issues', entries: issues },
    }
  },
}

/** Refuses names that no check has, and a list of none. */
function refuseUnknown(checks: readonly string[] | undefined): void {
  if (checks?.length === 0)
    throw new ReadError('invalid_input', 'checks is empty; leave it out for all checks.', {
      param: 'checks',
    })
  const index = checks?.findIndex((check) => !CHECK_NAMES.includes(check)) ?? -1
  if (!checks || index < 0) return
  const name = checks[index]
  // A misspelt code contains the right name of its subject, which is as near.
  const near = nearestName(name, name.includes('.') ? CHECK_NAMES.toReversed() : CHECK_NAMES)
  const hint = near ? `; did you mean ${near}?` : `. There are ${CHECK_SUBJECTS.join(', ')}.`
  throw new ReadError('invalid_input', `There is no check ${name}${hint}`, {
    param: `checks.${index}`,
    ...(near && { candidates: [{ id: near }] }),
  })
}
