import { Draft } from '../../architect/operations/draft.ts'
import { isRefused } from '../../architect/operations/draft-answer.ts'
import type { FormerTurn } from '../../architect/planner/former-turn.ts'
import { planTurn } from '../../architect/planner/plan-turn.ts'
import type { PlannedCall } from '../../architect/planner/workbench.ts'
import type { Scene } from '../../architect/scene/scene.ts'
import { formatQuestion } from '../../architect/turns/turn.ts'
import type { Brief } from './briefs/brief.ts'
import type { Outcome, Reply } from './facts.ts'
import { startOf } from './starts.ts'

/** Plans each request of a brief and makes its calls on the project, as turns do. */
export function runBrief({ start, requests }: Brief): Outcome {
  const before = startOf(start)
  const former: FormerTurn[] = []
  const replies: Reply[] = []
  const history = new History(before)
  for (const text of requests) {
    const { scene } = history
    const { calls, reply, question } = planTurn({ scene, text, former, lot: null })
    for (const call of calls) history.make(call)
    history.endTurn()
    const spoken = question
      ? formatQuestion({ ...question, options: [...question.options] })
      : reply
    replies.push({ text: spoken, options: question?.options ?? [] })
    former.push({ request: text, reply: spoken })
  }
  return { before, after: history.scene, replies }
}

/** A project with the states before each of its turns. */
class History {
  private draft: Draft
  private turnStart: Scene
  private readonly undone: Scene[] = []
  private readonly done: Scene[] = []

  constructor(scene: Scene) {
    this.draft = new Draft(scene)
    this.turnStart = scene
  }

  get scene(): Scene {
    return this.draft.scene
  }

  make({ tool, arguments: given }: PlannedCall): void {
    switch (tool) {
      case 'undo':
        this.travel(this.done, this.undone, given.turns as number)
        break
      case 'redo':
        this.travel(this.undone, this.done, given.turns as number)
        break
      case 'verify_scene':
      case 'view_scene':
        break
      default: {
        const answer = this.draft.apply(tool, given)
        if (isRefused(answer)) throw new Error(`${tool}: ${answer.error.message}`)
      }
    }
  }

  endTurn(): void {
    if (this.scene === this.turnStart) return
    this.done.push(this.turnStart)
    this.undone.length = 0
    this.turnStart = this.scene
  }

  private travel(from: Scene[], to: Scene[], turns: number): void {
    for (let i = 0; i < turns; i++) {
      const scene = from.pop()
      if (!scene) throw new Error('nothing is left to undo or redo')
      to.push(this.scene)
      this.draft = new Draft(scene)
    }
    // An undo cannot be undone itself.
    this.turnStart = this.scene
  }
}
