import { answerJobs } from '../../threads/answer-jobs.ts'
import { BakeFailure } from '../bake/bake-failure.ts'
import { bakeScene } from '../bake/bake-scene.ts'
import { webCopy } from '../bake/web-copy.ts'
import type { Scene } from '../scene/scene.ts'

export interface BakeWork {
  scene: Scene
}

export type BakeAnswer =
  | { kind: 'baked'; glb: Uint8Array; web: Uint8Array }
  | { kind: 'empty' }
  /** A gate refuses the file: another attempt would fail in the same way. */
  | { kind: 'failed'; code: string; reason: string }

answerJobs<BakeWork, BakeAnswer>(async ({ scene }) => {
  try {
    const baked = await bakeScene(scene)
    if (baked.kind === 'empty') return { kind: 'empty' }
    return { kind: 'baked', glb: baked.glb, web: await webCopy(baked.glb) }
  } catch (error) {
    if (!(error instanceof BakeFailure)) throw error
    return { kind: 'failed', code: error.code, reason: error.message }
  }
})
