import { z } from 'zod'
import { SCOPES } from '../../accounts/accounts.ts'

// Shapes of answers about accounts of agents, for the reference.

const id = z.string()
const own = {
  userId: id.describe('Id of the account, which owns its projects'),
  agentId: id.describe('Id of the agent, which never changes'),
}

/** The registration result of the contract. */
export const RegisteredAgent = z.object({
  ...own,
  apiKey: z.string().describe('The key of the agent, in this answer only: store it'),
  starterProjectId: id.describe('An empty project of the agent'),
})

export const RedeemedInvite = z.object({
  ...own,
  apiKey: z.string().nullable().describe('The own key of a new agent; null for one that exists'),
  starterProjectId: id.nullable().describe('The project of a new agent; null for one that exists'),
  organization: z.object({ id, name: z.string() }),
  organizationApiKey: z
    .string()
    .describe('A key for the projects of the organization, in this answer only: store it'),
  scopes: z.array(z.enum(SCOPES)).describe('Scopes of the key of the organization'),
})

export const StartedClaim = z.object({
  code: z.string().describe('For a person, who enters it in the account dialog'),
  expiresAt: z.iso.datetime(),
  claimUrl: z.string().describe('Opens the account dialog where the code is entered'),
})

/** The status result of the contract. */
export const AgentStatus = z.object({
  agentId: id,
  mode: z
    .enum(['autonomous', 'delegated'])
    .describe('Whose authority the key has: the agent’s own, or that of who invited it'),
  claimState: z.enum(['unclaimed', 'pending', 'claimed']),
  isOrganizationScoped: z.boolean().describe('Whether the key is for an organization'),
})
