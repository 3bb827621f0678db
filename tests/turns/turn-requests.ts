import { expect } from 'vitest'
import type { ProjectsService, Sent } from '../projects/projects-service.ts'

type Fields = Record<string, unknown>

/** The body of a request for a turn on a project. */
export const turnBody = (projectId: string, input: unknown, more: Fields = {}) => ({
  model: 'architect',
  input,
  ...more,
  metadata: { project_id: projectId, ...(more.metadata as object) },
})

/** Requests of turns to a service, and what they are answered. */
export class TurnRequests {
  private readonly service: ProjectsService

  constructor(service: ProjectsService) {
    this.service = service
  }

  post(payload: unknown, sent: Sent = {}) {
    return this.service.send('/v1/responses', { payload, ...sent })
  }

  /** The response to a request that is answered 200. */
  turn(projectId: string, input: unknown, more: Fields = {}) {
    return this.service.json('/v1/responses', { payload: turnBody(projectId, input, more) })
  }

  read(id: string, sent: Sent = {}) {
    return this.service.json(`/v1/responses/${id}`, sent)
  }

  cancel(id: string, sent: Sent = {}) {
    return this.service.json(`/v1/responses/${id}/cancel`, { method: 'POST', ...sent })
  }

  async status(id: string): Promise<string> {
    return (await this.read(id)).status
  }

  /** Waits until a turn has this status. */
  async until(id: string, status: string): Promise<void> {
    const read = () => this.status(id)
    await expect.poll(read, { timeout: 10_000, interval: 20 }).toBe(status)
  }

  /** The status, headers and error object of a request that is refused. */
  async error(payload: unknown, sent: Sent = {}) {
    const answer = await this.post(payload, sent)
    return { status: answer.statusCode, headers: answer.headers, ...answer.json().error }
  }
}
