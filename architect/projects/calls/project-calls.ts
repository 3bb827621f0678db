import { withWorkingFixes } from '../../operations/working-fixes.ts'
import { isFailure, runRead } from '../../reads/run-read.ts'
import { ViewError } from '../../render/view-error.ts'
import type { View } from '../../render/view-request.ts'
import type { ViewThreads } from '../../render/view-threads.ts'
import type { Scene } from '../../scene/scene.ts'
import { StoreRefusal } from '../../store/store-refusal.ts'
import { ArchitectError } from '../architect-error.ts'
import type { EditAnswer } from '../draft-editor.ts'
import { viewCall } from './view-call.ts'

/** Why a call of a tool was refused: nothing was changed. */
export interface CallRefusal {
  code: string
  message: string
  /** The argument at fault. */
  param?: string
  /** `fix`, `nodeIds`, `candidates`, `expected`: what else helps the caller to go on. */
  [detail: string]: unknown
}

/** A call that was refused. Thrown, so that a call either returns its fields or does not. */
export class RefusedCall extends Error {
  override readonly name = 'RefusedCall'
  readonly refusal: CallRefusal

  constructor(refusal: CallRefusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/** The answer to one edit, in one object: the edit’s own fields, changes and issues. */
export function ownAnswer({ answers, ...answer }: EditAnswer): Record<string, unknown> {
  const [{ tool: _, ...own }] = answers as Record<string, unknown>[]
  return { ...own, ...answer }
}

/** Answers a read of a scene, within `charactersMax` where it is given. Throws `RefusedCall`. */
export function readScene(
  scene: Scene,
  tool: string,
  given: Record<string, unknown>,
  charactersMax?: number,
): Record<string, unknown> {
  const answer = runRead(scene, tool, given, { withWorkingFixes, charactersMax })
  if (isFailure(answer)) throw new RefusedCall({ ...answer.error })
  return answer
}

/** Draws a view of a scene from the arguments of `view_scene`. Throws `RefusedCall`. */
export async function drawScene(
  views: ViewThreads,
  scene: Scene,
  given: Record<string, unknown>,
): Promise<View> {
  try {
    return await views.draw(scene, viewCall(scene, given))
  } catch (error) {
    if (!(error instanceof ViewError)) throw error
    const { code, message, param } = error
    throw new RefusedCall({ code, message, ...(param && { param }) })
  }
}

/**
 * The refusal that an error of a call stands for; null for a failure of the service. Names of
 * arguments are those of the call, as if it had not been one of several operations.
 */
export function refusalOf(error: unknown): CallRefusal | null {
  if (error instanceof RefusedCall) return error.refusal
  if (error instanceof StoreRefusal) {
    const { code, message, param, details } = error
    return { ...details, code, message, ...(param && { param }) }
  }
  if (!(error instanceof ArchitectError) || error.status >= 500) return null
  const { code, message, param, fields } = error
  const own = param?.replace(/^operations\.0\.(arguments\.)?/, '')
  const { index: _, ...details } = fields
  return { ...details, code, message, ...(own && { param: own }) }
}
