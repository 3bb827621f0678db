import { z } from 'zod'
import {
  CODES_OF_HOUR,
  REDEMPTIONS_OF_HOUR,
  REGISTRATIONS_OF_DAY,
  REGISTRATIONS_OF_HOUR,
} from '../../../accounts/agents/agent-bounds.ts'
import { clientAddressOf } from '../../../http/reach.ts'
import { AGENT_BODY_BYTES_MAX, Redemption, Registration } from '../../agents/agent-input.ts'
import { AgentStatus, RedeemedInvite, RegisteredAgent, StartedClaim } from '../agent-answers.ts'
import { type SceneRoute, sceneRoute } from '../route.ts'

/** An answer with a secret, or about one, is stored nowhere. */
const NO_STORE = 'no-store'

export const agentRoutes: SceneRoute[] = [
  sceneRoute({
    method: 'POST',
    path: '/auth/agent/register',
    operationId: 'registerAgent',
    summary: 'Register an agent',
    description: `Makes a private account for a program, without e-mail and browser: an Architect key with every scope, which is shown once, and an empty project. It is made whole or not at all. One address may register ${REGISTRATIONS_OF_HOUR.requests} in any hour and ${REGISTRATIONS_OF_DAY.requests} in any day.`,
    scope: 'projects:edit',
    isOpen: true,
    body: Registration,
    bodyBytesMax: AGENT_BODY_BYTES_MAX,
    bodyExample: { name: 'Mason', purpose: 'Designs family houses', client: 'example-client 1.0' },
    answer: { status: 201, description: 'The agent with its key.', schema: RegisteredAgent },
    codes: ['storage_full'],
    async handle({ agents }, { body, request, reply }) {
      const registered = await agents.register(body, clientAddressOf(request))
      reply.code(201).header('cache-control', NO_STORE)
      return registered
    },
  }),
  sceneRoute({
    method: 'POST',
    path: '/auth/agent/claim/start',
    operationId: 'startAgentClaim',
    summary: 'Request a claim code',
    description: `A code for a person, who enters it in the account dialog of the page and then sees the agent among their own. It works once and for 15 minutes; a new one ends the previous one. Claiming links the two: it moves no projects, and neither may see the private work of the other. At most ${CODES_OF_HOUR.requests} codes in any hour.`,
    scope: 'projects:edit',
    body: z.strictObject({}).optional(),
    bodyBytesMax: AGENT_BODY_BYTES_MAX,
    bodyExample: {},
    answer: { status: 200, description: 'The code.', schema: StartedClaim },
    codes: ['agent_required', 'agent_claimed'],
    async handle({ agents }, { viewer, origin, reply }) {
      const started = await agents.startClaim(viewer)
      reply.header('cache-control', NO_STORE)
      return { ...started, claimUrl: `${origin}/projects#claim-agent` }
    },
  }),
  sceneRoute({
    method: 'GET',
    path: '/auth/agent/status',
    operationId: 'getAgentStatus',
    summary: 'State of an agent',
    description:
      'The agent that the key belongs to, whose authority the key has, and whether a person has claimed the agent; not who.',
    scope: 'projects:edit',
    answer: { status: 200, description: 'The state.', schema: AgentStatus },
    codes: ['agent_required'],
    async handle({ agents }, { viewer }) {
      return await agents.status(viewer)
    },
  }),
  sceneRoute({
    method: 'POST',
    path: '/auth/agent/invites/redeem',
    operationId: 'redeemAgentInvite',
    summary: 'Redeem an invite',
    description: `Uses up an invite that a manager of an organization has made in the account dialog, and gives a key for the projects of the organization. With the key of an agent it stays that agent, and the profile is not read; without a key another agent is made, as by registration. At most ${REDEMPTIONS_OF_HOUR.requests} tries of one address in any hour.`,
    scope: 'projects:edit',
    isOpen: true,
    body: Redemption,
    bodyBytesMax: AGENT_BODY_BYTES_MAX,
    bodyExample: { invite: 'invite_3kTq0ZxWvB7uYcN5eRdLmA2j', name: 'Mason' },
    answer: { status: 201, description: 'The agent with its keys.', schema: RedeemedInvite },
    codes: ['agent_required', 'invite_not_found', 'limit_exceeded', 'storage_full'],
    async handle({ agents }, { viewer, body, request, reply }) {
      const redeemed = await agents.redeem(body, viewer, clientAddressOf(request))
      reply.code(201).header('cache-control', NO_STORE)
      return redeemed
    },
  }),
]
