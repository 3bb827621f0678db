import { z } from 'zod'
import { wallSides } from '../kernel/rooms.ts'
import type { Issue } from '../scene/issue.ts'
import type { Finish } from '../scene/materials.ts'
import type { NodeOf } from '../scene/nodes.ts'
import { childrenOf, nodesOf, type Scene } from '../scene/scene.ts'
import { outerFaces } from './finishes/outer-faces.ts'
import { roomBoards } from './finishes/room-boards.ts'
import { setFinish } from './finishes/set-finish.ts'
import { finishOf, lookIn, lookOf } from './input/look-input.ts'
import { requireNode } from './nodes/require-node.ts'
import type { Operation, Outcome } from './operation.ts'
import { Refusal } from './refusal.ts'
import { cutAtJoints } from './rooms/cut-at-joints.ts'
import { wallsOf } from './rooms/join-rooms.ts'
import { SceneEdit } from './scene-edit.ts'

const input = z.strictObject({
  target: z.string(),
  floor: lookIn().optional(),
  walls: lookIn().optional().describe('Walls inside'),
  ceiling: lookIn().optional(),
  facade: lookIn().optional(),
  roof: lookIn().optional(),
})
type Request = z.infer<typeof input>
type Part = Exclude<keyof Request, 'target'>
/** The request with its looks as scenes store them; `{}` where the usual look returns. */
type Input = { target: string } & Partial<Record<Part, Finish>>
const PARTS: readonly Part[] = ['floor', 'walls', 'ceiling', 'facade', 'roof']

/** Finishes of a room, a storey or a building, by what people see of it. */
export const setFinishes: Operation<Request> = {
  name: 'set_finishes',
  description:
    'Gives a room, or all of a level or building, its looks. Only faces that look into the room change. Slabs and ceilings under several rooms are cut between them.',
  input,
  refusals: ['invalid_input', 'node_not_found', 'wrong_kind', 'limit_exceeded'],
  run(scene, request) {
    const parts = PARTS.filter((part) => request[part] !== undefined)
    if (parts.length === 0)
      throw new Refusal('invalid_input', `Give one of ${PARTS.join(', ')}.`, { param: 'floor' })
    const given: Input = { target: request.target }
    for (const part of parts) given[part] = finishOf(request[part]!, part)
    return given.target === 'facade'
      ? finishFacade(scene, given, parts)
      : finishTarget(scene, given, parts)
  },
}

/** What was finished, by what people see of it, for the answer. */
interface Finished {
  faces: { id: string; face: string }[]
  cutFloors: string[]
  issues: Issue[]
}

function finishFacade(scene: Scene, given: Input, parts: readonly Part[]): Outcome {
  const other = parts.find((part) => part !== 'facade' && part !== 'walls')
  const look = given.facade ?? given.walls
  if (other !== undefined || !look || (given.facade && given.walls))
    throw new Refusal('invalid_input', 'A facade has one finish: give facade alone.', {
      param: other ?? 'facade',
      fix: look && { tool: 'set_finishes', arguments: { target: 'facade', facade: lookOf(look) } },
    })
  const edit = new SceneEdit(scene)
  const done: Finished = { faces: [], cutFloors: [], issues: [] }
  for (const { id } of nodesOf(scene, 'level')) finishOuter(edit, id, look, done)
  return answer(edit, done)
}

function finishTarget(scene: Scene, given: Input, parts: readonly Part[]): Outcome {
  const node = requireNode(scene, given.target, ['zone', 'level', 'building'], 'target')
  const edit = new SceneEdit(scene)
  const done: Finished = { faces: [], cutFloors: [], issues: [] }
  if (node.kind === 'zone') {
    const outer = parts.find((part) => part === 'facade' || part === 'roof')
    if (outer)
      throw new Refusal(
        'invalid_input',
        `A room has a floor, walls and a ceiling; its ${outer} belongs to the level ${node.parent}.`,
        {
          param: outer,
          fix: {
            tool: 'set_finishes',
            arguments: { target: node.parent!, [outer]: lookOf(given[outer]!) },
          },
        },
      )
    finishRoom(edit, node, given, done)
    return answer(edit, done)
  }
  const levels = node.kind === 'level' ? [node] : childrenOf(scene, node.id, 'level')
  for (const { id } of levels) {
    for (const zone of childrenOf(scene, id, 'zone')) finishRoom(edit, zone, given, done)
    if (given.facade) finishOuter(edit, id, given.facade, done)
    for (const roof of given.roof ? childrenOf(scene, id, 'roof') : [])
      apply(edit, roof.id, 'cover', given.roof!, done)
  }
  return answer(edit, done)
}

function finishRoom(edit: SceneEdit, zone: NodeOf<'zone'>, given: Input, done: Finished): void {
  if (given.walls) finishWalls(edit, zone, given.walls, done)
  for (const [part, kind, face] of [
    ['floor', 'slab', 'top'],
    ['ceiling', 'ceiling', 'underside'],
  ] as const) {
    const look = given[part]
    if (!look) continue
    const { ids, cut } = roomBoards(edit, zone, kind)
    done.cutFloors.push(...cut)
    for (const id of ids) apply(edit, id, face, look, done)
    if (ids.length === 0) done.issues.push(missingIssue(zone, part, kind))
  }
}

function finishWalls(edit: SceneEdit, zone: NodeOf<'zone'>, look: Finish, done: Finished): void {
  const uncut = cutAtJoints(edit, zone.parent!, wallsOf(edit.scene, [zone]))
  // Finishes change no side: all are read from the scene before the first of them.
  const { scene } = edit
  for (const id of [...wallsOf(scene, [zone])].sort()) {
    const sides = wallSides(scene, id)
    for (const face of ['left', 'right'] as const)
      if (sides[face] === zone.id) apply(edit, id, face, look, done)
  }
  for (const { wallId, message } of uncut)
    done.issues.push({
      code: 'finish.shared_face',
      severity: 'warning',
      nodeIds: [wallId, zone.id],
      message: `A face of ${wallId} runs on past ${zone.label ?? zone.id} and could not be cut there, so that the neighbour shares its finish: ${message}`,
    })
}

function finishOuter(edit: SceneEdit, levelId: string, look: Finish, done: Finished): void {
  for (const { wallId, face } of outerFaces(edit.scene, levelId))
    apply(edit, wallId, face, look, done)
}

function apply(edit: SceneEdit, id: string, face: string, look: Finish, done: Finished): void {
  if (setFinish(edit, id, face, look)) done.faces.push({ id, face })
}

const missingIssue = (zone: NodeOf<'zone'>, part: string, kind: string): Issue => ({
  code: 'finish.missing',
  severity: 'info',
  nodeIds: [zone.id],
  message: `${zone.label ?? zone.id} has no ${kind}, so that its ${part} has no finish.`,
})

const answer = (edit: SceneEdit, { issues, ...done }: Finished): Outcome => ({
  scene: edit.scene,
  result: { ...done },
  issues,
})
