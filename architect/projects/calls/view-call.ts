import { z } from 'zod'
import { type NameFault, nodeNamed } from '../../input/named-node.ts'
import { parseInput } from '../../input/parse-input.ts'
import { ViewError, type ViewErrorCode } from '../../render/view-error.ts'
import {
  type FullViewRequest,
  HIGHLIGHTS_MAX,
  readViewRequest,
  viewRequest,
} from '../../render/view-request.ts'
import { KINDS, type Kind, LABEL_CHARACTERS_MAX } from '../../scene/nodes.ts'
import type { Scene } from '../../scene/scene.ts'

export const VIEW_TOOL = 'view_scene'

const { view, from, eye, lookAt, fovDeg, labels, cutAt } = viewRequest.shape
const named = z.string().max(LABEL_CHARACTERS_MAX)

/** Arguments of `view_scene` for models: pictures of one size, without sheets in a scale. */
export const viewSceneInput = z.strictObject({
  view: view.default('perspective').describe('plan: one level from above, cut open'),
  levelId: named.optional().describe('Of a plan; in perspective it is opened from above'),
  targetId: named.optional().describe('Node to look at: a room from inside, a wall from the front'),
  from: from.describe('Of elevations and sections one of four'),
  eye: eye.describe('Camera, [x, y, z], y above the ground'),
  lookAt: lookAt.describe('What it looks at, [x, y, z]'),
  fovDeg: fovDeg.describe('Vertical, 5 to 120'),
  labels: labels.describe('Names and dimensions'),
  highlightIds: z.array(named).max(HIGHLIGHTS_MAX).default([]).describe('Nodes to mark'),
  cutAt: cutAt.describe(
    'Of a plan the height above its floor; of a section the z of its plane (from north or south) or x',
  ),
})

/** What a name may not stand for, as a view states it. */
const FAULTS: Record<NameFault['code'], ViewErrorCode> = {
  node_not_found: 'node_not_found',
  ambiguous_name: 'invalid_view',
  wrong_kind: 'wrong_kind',
}

/**
 * The request of a view from the arguments of a call, in which nodes may be named by labels. Throws
 * `ViewError`.
 */
export function viewCall(scene: Scene, given: Record<string, unknown>): FullViewRequest {
  if (Object.hasOwn(given ?? {}, 'unit'))
    throw new ViewError('invalid_view', 'view_scene takes lengths in metres alone.', 'unit')
  const parsed = parseInput(VIEW_TOOL, viewSceneInput, given)
  if (!('input' in parsed)) throw new ViewError('invalid_view', parsed.message, parsed.param)
  const { levelId, targetId, highlightIds, ...rest } = parsed.input
  return readViewRequest({
    ...rest,
    ...(levelId !== undefined && { levelId: idOf(scene, levelId, 'levelId', ['level']) }),
    ...(targetId !== undefined && { targetId: idOf(scene, targetId, 'targetId') }),
    highlightIds: highlightIds.map((name) => idOf(scene, name, 'highlightIds')),
  })
}

function idOf(scene: Scene, name: string, param: string, kinds: readonly Kind[] = KINDS): string {
  const found = nodeNamed(scene, name, kinds)
  if ('node' in found) return found.node.id
  throw new ViewError(FAULTS[found.fault.code], found.fault.message, param)
}
