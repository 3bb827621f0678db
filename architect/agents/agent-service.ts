import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { inviteTokenOf } from '../../accounts/agents/invites.ts'
import type { SceneFiles } from '../projects/scene-files.ts'
import { newScene } from '../scene/scene.ts'
import type { Viewer } from '../store/access.ts'
import type { RedeemedInvite, RegisteredAgent } from '../store/agent-store.ts'
import type { NewProject } from '../store/projects.ts'
import type { Store } from '../store/store-port.ts'
import { StoreRefusal } from '../store/store-refusal.ts'
import type { Redemption, Registration } from './agent-input.ts'

type AgentCaller = NonNullable<Viewer>

/** Name of the first project of an agent. */
const STARTER_NAME = 'Starter project'

/** What the status result of the contract reports, and nothing else. */
export interface AgentStatus {
  agentId: string
  /** Whose authority the key has: the agent's own, or that of an organization that invited it. */
  mode: 'autonomous' | 'delegated'
  claimState: 'unclaimed' | 'pending' | 'claimed'
  isOrganizationScoped: boolean
}

/** Accounts of agents: they register, are claimed by people, and accept invites. */
export class AgentService {
  private readonly store: Store
  private readonly scenes: SceneFiles

  constructor(store: Store, scenes: SceneFiles) {
    this.store = store
    this.scenes = scenes
  }

  /**
   * Makes an agent with a key and a project, all or nothing. Throws `StoreRefusal` for an address
   * that has registered too many, and `StorageFailure`.
   */
  async register(profile: z.infer<typeof Registration>, address: string): Promise<RegisteredAgent> {
    const { agents } = this.store
    await agents.countAttempt('registration', address)
    return await agents.registerAgent({ profile, starter: await this.starter() }, address)
  }

  /**
   * Gives the agent who calls, or a new one, a key of the organization of an invite. Throws
   * `StoreRefusal` and `StorageFailure`.
   */
  async redeem(
    { invite, name, purpose = '', client = '' }: z.infer<typeof Redemption>,
    viewer: Viewer,
    address: string,
  ): Promise<RedeemedInvite> {
    const { agents } = this.store
    const caller = viewer === null ? null : requireAgent(viewer)
    const token = inviteTokenOf(invite)
    await agents.countAttempt('redemption', address)
    if (caller) return await agents.redeemInvite(token, { caller })
    // Before a scene is stored for nothing.
    await agents.requireInvite(token)
    const made = { profile: { name, purpose, client }, starter: await this.starter() }
    return await agents.redeemInvite(token, { made, address })
  }

  /** A code with which a person claims the agent. Throws `StoreRefusal`. */
  async startClaim(viewer: Viewer): Promise<{ code: string; expiresAt: Date }> {
    return await this.store.agents.startClaim(requireAgent(viewer))
  }

  /** The state of the agent who calls. Throws `StoreRefusal`. */
  async status(viewer: Viewer): Promise<AgentStatus> {
    const caller = requireAgent(viewer)
    const { agentId, claimState } = await this.store.agents.agentStatus(caller)
    const isOrganizationScoped = caller.workspace.kind === 'organization'
    const mode = isOrganizationScoped ? 'delegated' : 'autonomous'
    return { agentId, mode, claimState, isOrganizationScoped }
  }

  private async starter(): Promise<NewProject> {
    const scene = newScene(STARTER_NAME, randomBytes(4).toString('hex'))
    return { name: STARTER_NAME, ...(await this.scenes.put(scene)) }
  }
}

function requireAgent(viewer: Viewer): AgentCaller {
  if (viewer?.account.kind === 'agent') return viewer
  throw new StoreRefusal(
    'agent_required',
    'The request is for agents: send the key of an agent as `Authorization: Bearer <key>`. POST /api/auth/agent/register makes one.',
  )
}
