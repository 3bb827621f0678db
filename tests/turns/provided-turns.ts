import type { AccountsEngine } from '../accounts/accounts-on.ts'
import { ProjectsService } from '../projects/projects-service.ts'
import {
  chatCall,
  chatEnd,
  ModelUpstream,
  type Respond,
  streaming,
} from '../servers/model-upstream.ts'
import { TurnRequests } from './turn-requests.ts'

/** Thousandths of credits that each person has at first. */
export const START = 1_000_000
export const USAGE = { prompt_tokens: 1_000, completion_tokens: 100 }

/** An answer that calls one tool. */
export const calling = (tool: string, json: string): Respond =>
  streaming(chatCall(0, 'call', tool, json), chatEnd('tool_calls', USAGE))

/** An answer that draws a wall. */
export const drawing = calling('create_wall', JSON.stringify({ start: [0, 0], end: [4, 0] }))

/** A service whose model is a local provider that a test plays. */
export class ProvidedTurns {
  readonly upstream: ModelUpstream
  readonly service: ProjectsService
  readonly turns: TurnRequests

  private constructor(upstream: ModelUpstream, service: ProjectsService) {
    this.upstream = upstream
    this.service = service
    this.turns = new TurnRequests(service)
  }

  static async open(engine: AccountsEngine): Promise<ProvidedTurns> {
    const upstream = await ModelUpstream.open()
    const models = { low: 'm', medium: 'm', high: 'm', pro: 'm' }
    const provider = { kind: 'openai-compatible', name: 'local', url: upstream.url } as const
    const model = { ...provider, key: null, models, takesImages: false }
    const turns = { model, startingCredits: START }
    return new ProvidedTurns(upstream, await ProjectsService.open(engine, { turns }))
  }

  /** The provider gives these answers from now on, the last one again and again. */
  play(...answers: Respond[]): void {
    this.upstream.answers.splice(0, Number.POSITIVE_INFINITY, ...answers)
    this.upstream.requests.length = 0
  }

  async close(): Promise<void> {
    await this.service.close()
    await this.upstream.close()
  }
}
