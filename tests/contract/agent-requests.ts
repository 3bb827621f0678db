import { AgentGround } from '../projects/agent-ground.ts'
import type { ProjectsService } from '../projects/projects-service.ts'

type Answer = Awaited<ReturnType<ProjectsService['send']>>
type Sent = { payload?: unknown; key?: string | null }

/** Sends a request of each operation of agents, whose answers `send` compares with their status. */
export async function sendAgentRequests(
  service: ProjectsService,
  send: (operationId: string, sent: Sent, status: number) => Promise<Answer>,
  exampleOf: (operationId: string) => unknown,
): Promise<void> {
  const ground = new AgentGround(service)
  const { owner, organizationId: organization_id } = await ground.organization('inviting')
  const invite = async () => (await ground.invite(owner, { organization_id })).token
  const registration = { payload: exampleOf('registerAgent'), key: null }
  const { apiKey: key } = (await send('registerAgent', registration, 201)).json()
  await send('startAgentClaim', { payload: exampleOf('startAgentClaim'), key }, 200)
  await send('startAgentClaim', { payload: {} }, 403)
  await send('getAgentStatus', { key }, 200)
  await send('getAgentStatus', {}, 403)
  await send('redeemAgentInvite', { payload: exampleOf('redeemAgentInvite'), key }, 404)
  await send('redeemAgentInvite', { payload: { invite: await invite() }, key }, 201)
  await send('redeemAgentInvite', { payload: { invite: await invite() }, key: null }, 201)
}
