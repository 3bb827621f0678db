import type { ProjectsService } from '../projects/projects-service.ts'
import { sendAgentRequests } from './agent-requests.ts'
import { sendMediaRequests } from './media-requests.ts'

type Send = Parameters<typeof sendAgentRequests>[1] & Parameters<typeof sendMediaRequests>[1]

/** Sends requests of the operations of media and of agents; `id` is a project's. */
export async function sendMoreRequests(
  service: ProjectsService,
  send: Send,
  exampleOf: (operationId: string) => unknown,
  id: string,
): Promise<void> {
  await sendMediaRequests(service, send, id)
  await sendAgentRequests(service, send, exampleOf)
}
