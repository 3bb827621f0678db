import type { Api } from '../api.ts'

/** The signed-in person with the organizations: `GET /api/account`. */
export interface Account {
  user: Person | null
  organizations: Membership[]
}

export interface Person {
  id: string
  name: string
  email: string
  email_verified: boolean
  plan: string
}

export interface Membership {
  id: string
  name: string
  slug: string
  role: string
  plan: string
}

export interface ApiKey {
  id: string
  kind: 'map' | 'architect'
  name: string
  /** The first characters of the key. */
  start: string
  workspace: { kind: 'personal' | 'organization'; id: string; name: string }
  /** The agent that has this key of an organization by an invite. */
  agent: { name: string } | null
  scopes: string[]
  created_at: string
  expires_at: string | null
  last_used_at: string | null
  status: 'active' | 'expired' | 'revoked'
}

export interface NewKey {
  kind: ApiKey['kind']
  name: string
  expires_in_days: number | null
  organization_id?: string
  scopes?: string[]
}

/** An agent that a person has claimed, or may claim: texts that it has written itself. */
export interface Agent {
  id: string
  name: string
  purpose: string
  client: string
  created_at: string
  claimed_at?: string
}

/** An open invite for an agent. */
export interface AgentInvite {
  id: string
  name: string
  organization: { id: string; name: string }
  scopes: string[]
  created_at: string
  expires_at: string
}

export interface NewAgentInvite {
  organization_id: string
  name: string
  scopes: string[]
  expires_in_days: number
}

export interface Organization {
  id: string
  name: string
  members: { id: string; role: string; user: { id?: string; name: string; email: string } }[]
  invitations: Invitation[]
}

export interface Invitation {
  id: string
  email: string
  role: string
  status: string
  organizationName?: string
}

/** The account while nobody is signed in. */
export const NOBODY: Account = { user: null, organizations: [] }

/** True for owners and admins, who create and revoke keys of an organization and invite members. */
export function isManager(role: string): boolean {
  return role.split(',').some((each) => each === 'owner' || each === 'admin')
}

/** Requests to the account routes. All throw `ApiProblem`. */
export function accountCalls(api: Api) {
  const post = (path: string, body: object = {}) => api.send<unknown>('POST', path, body)
  const query = (name: string, value: string) => `${name}=${encodeURIComponent(value)}`
  return {
    account: () => api.get<Account>('/account'),
    signUp: (body: { name: string; email: string; password: string }) =>
      post('/auth/sign-up/email', body),
    signIn: (body: { email: string; password: string }) => post('/auth/sign-in/email', body),
    signOut: () => post('/auth/sign-out'),
    requestPasswordReset: (email: string) => post('/auth/request-password-reset', { email }),
    resetPassword: (token: string, newPassword: string) =>
      post('/auth/reset-password', { token, newPassword }),
    changePassword: (currentPassword: string, newPassword: string) =>
      post('/auth/change-password', { currentPassword, newPassword, revokeOtherSessions: true }),
    requestVerification: (email: string) => post('/auth/send-verification-email', { email }),
    deleteAccount: (password: string) => post('/auth/delete-user', { password }),

    keys: async () => (await api.get<{ data: ApiKey[] }>('/account/keys')).data,
    createKey: (body: NewKey) => api.send<ApiKey & { key: string }>('POST', '/account/keys', body),
    revokeKey: (id: string) =>
      api.send<ApiKey>('DELETE', `/account/keys/${encodeURIComponent(id)}`),

    agents: async () => (await api.get<{ data: Agent[] }>('/account/agents')).data,
    lookUpAgent: (code: string) => api.send<Agent>('POST', '/account/agents/claim', { code }),
    claimAgent: (code: string) => api.send<Agent>('POST', '/account/agents', { code }),
    releaseAgent: (id: string) =>
      api.send<unknown>('DELETE', `/account/agents/${encodeURIComponent(id)}`),
    agentInvites: async () =>
      (await api.get<{ data: AgentInvite[] }>('/account/agent-invites')).data,
    createAgentInvite: (body: NewAgentInvite) =>
      api.send<AgentInvite & { url: string }>('POST', '/account/agent-invites', body),
    revokeAgentInvite: (id: string) =>
      api.send<unknown>('DELETE', `/account/agent-invites/${encodeURIComponent(id)}`),

    organization: (id: string) =>
      api.get<Organization>(
        `/auth/organization/get-full-organization?${query('organizationId', id)}`,
      ),
    createOrganization: (name: string, slug: string) =>
      post('/auth/organization/create', { name, slug }),
    invite: (organizationId: string, email: string, role: string) =>
      post('/auth/organization/invite-member', { organizationId, email, role }),
    cancelInvitation: (invitationId: string) =>
      post('/auth/organization/cancel-invitation', { invitationId }),
    removeMember: (organizationId: string, memberIdOrEmail: string) =>
      post('/auth/organization/remove-member', { organizationId, memberIdOrEmail }),
    leave: (organizationId: string) => post('/auth/organization/leave', { organizationId }),
    invitations: () => api.get<Invitation[]>('/auth/organization/list-user-invitations'),
    invitation: (id: string) =>
      api.get<Invitation>(`/auth/organization/get-invitation?${query('id', id)}`),
    acceptInvitation: (invitationId: string) =>
      post('/auth/organization/accept-invitation', { invitationId }),
    rejectInvitation: (invitationId: string) =>
      post('/auth/organization/reject-invitation', { invitationId }),
  }
}

export type AccountCalls = ReturnType<typeof accountCalls>
