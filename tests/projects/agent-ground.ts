import { expect } from 'vitest'
import type { RedeemedInvite, RegisteredAgent } from '../../architect/store/agent-store.ts'
import { AccountBrowser } from '../accounts/account-browser.ts'
import type { ProjectsService, Sent } from './projects-service.ts'

export const PROFILE = {
  name: 'Mason',
  purpose: 'Designs family houses',
  client: 'example-client 1.0',
}

/** An invite as the person who made it sees it once. */
export interface MadeInvite {
  id: string
  token: string
  url: string
}

/** Agents, people and organizations of a service of projects. */
export class AgentGround {
  private readonly service: ProjectsService
  private clients = 0

  constructor(service: ProjectsService) {
    this.service = service
  }

  /** Sends a request to `/api/auth/agent/...`, each from an address of its own. */
  async send(path: string, sent: Sent) {
    this.clients++
    const remoteAddress = `198.18.${Math.floor(this.clients / 250)}.${(this.clients % 250) + 1}`
    return await this.service.send(`/api/auth/agent/${path}`, { remoteAddress, ...sent })
  }

  async register(profile: Partial<typeof PROFILE> = {}): Promise<RegisteredAgent> {
    const payload = { ...PROFILE, ...profile }
    return await this.made('register', { payload, key: null }, 201)
  }

  /** A claim code of an agent, as the body of the person who enters it. */
  async code(key: string): Promise<{ code: string }> {
    const { code } = await this.made<{ code: string }>('claim/start', { payload: {}, key }, 200)
    return { code }
  }

  async redeem(invite: string, key: string | null): Promise<RedeemedInvite> {
    return await this.made('invites/redeem', { payload: { invite }, key }, 201)
  }

  /** A browser in which a new person is signed in. */
  async person(name: string): Promise<AccountBrowser> {
    const browser = new AccountBrowser(this.service.accounts)
    await browser.join(name)
    return browser
  }

  /** A new organization with its owner. */
  async organization(slug: string): Promise<{ owner: AccountBrowser; organizationId: string }> {
    const owner = await this.person(`owner-of-${slug}`)
    const made = await owner.post('/api/auth/organization/create', { name: slug, slug })
    expect(made.status).toBe(200)
    return { owner, organizationId: made.body.id }
  }

  async invite(manager: AccountBrowser, wanted: object): Promise<MadeInvite> {
    const made = await manager.post('/api/account/agent-invites', { name: 'Drafting', ...wanted })
    if (made.status !== 201) throw new Error(`invite: ${JSON.stringify(made.body)}`)
    return made.body
  }

  private async made<Answer>(path: string, sent: Sent, status: number): Promise<Answer> {
    const answer = await this.send(path, sent)
    if (answer.statusCode !== status)
      throw new Error(`${path}: ${answer.statusCode} instead of ${status}: ${answer.body}`)
    return answer.json()
  }
}
