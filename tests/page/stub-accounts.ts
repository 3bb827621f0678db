import type { Page } from 'playwright-core'

export const ADA = {
  id: 'u1',
  name: 'Ada Sample',
  email: 'ada@example.com',
  email_verified: false,
  plan: 'free',
}
const KEY = {
  object: 'api_key',
  id: 'k1',
  kind: 'map',
  name: 'My script',
  start: 'sk_map_ab12',
  workspace: { kind: 'personal', id: 'u1', name: 'Ada Sample' },
  agent: null,
  scopes: ['read:public'],
  created_at: '2026-11-20T10:00:00.000Z',
  expires_at: '2027-01-01T00:00:00.000Z',
  last_used_at: null,
  status: 'active',
}
const KEYS = [
  KEY,
  {
    ...KEY,
    id: 'k2',
    kind: 'architect',
    name: 'The long name of a key of an organization, which goes on for quite a while',
    start: 'sk_arch_cd34',
    workspace: { kind: 'organization', id: 'o1', name: 'Works Ltd' },
    agent: { name: 'Mason' },
    scopes: ['projects:edit', 'projects:publish'],
    expires_at: null,
    last_used_at: '2026-11-21T10:00:00.000Z',
    status: 'revoked',
  },
  {
    ...KEY,
    id: 'k3',
    name: 'Last year',
    expires_at: '2026-01-01T00:00:00.000Z',
    status: 'expired',
  },
]
const ORGANIZATION = {
  id: 'o1',
  name: 'Works Ltd',
  members: [
    { id: 'm1', role: 'owner', user: { name: ADA.name, email: ADA.email } },
    { id: 'm2', role: 'member', user: { name: 'Bo', email: 'bo@example.com' } },
  ],
  invitations: [{ id: 'i1', email: 'cy@example.com', role: 'member', status: 'pending' }],
}
const INVITATION = {
  id: 'i2',
  email: ADA.email,
  role: 'member',
  status: 'pending',
  organizationName: 'Another House',
}

const AGENT = {
  object: 'agent',
  id: 'agent_1',
  name: 'Mason',
  purpose: 'Designs family houses with their plans, storey by storey, and with their gardens',
  client: 'example-client 1.0',
  created_at: '2026-11-20T10:00:00.000Z',
  claimed_at: '2026-11-21T10:00:00.000Z',
}
const AGENT_INVITE = {
  object: 'agent_invite',
  id: 'inv_1',
  name: 'Drafting',
  organization: { id: 'o1', name: 'Works Ltd' },
  scopes: ['projects:edit'],
  created_at: '2026-11-20T10:00:00.000Z',
  expires_at: '2026-11-27T10:00:00.000Z',
}

/** Answers account requests of a page in the browser: every state that the dialog can show. */
export async function stubAccounts(page: Page, user: typeof ADA | null): Promise<void> {
  const organization = { id: 'o1', name: 'Works Ltd', slug: 'works', role: 'owner', plan: 'pro' }
  const account = { object: 'account', user, organizations: user ? [organization] : [] }
  await page.route(/\/api\/(account|auth)/, async (route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    const line = `${request.method()} ${pathname.replace('/api', '')}`
    const answers: Record<string, [status: number, json: unknown]> = {
      'GET /account': [200, account],
      'GET /account/keys': [200, { object: 'list', data: KEYS }],
      'POST /account/keys': [201, { ...KEY, key: `sk_map_${'aB3'.repeat(15)}x` }],
      'GET /account/agents': [200, { object: 'list', data: [AGENT] }],
      'POST /account/agents/claim': [200, { ...AGENT, claimed_at: undefined }],
      'GET /account/agent-invites': [200, { object: 'list', data: [AGENT_INVITE] }],
      'POST /auth/sign-in/email': [401, errorBody('E-mail or password is wrong.')],
      'GET /auth/organization/get-full-organization': [200, ORGANIZATION],
      'GET /auth/organization/list-user-invitations': [200, [INVITATION]],
    }
    const [status, json] = answers[line] ?? [404, errorBody(`There is no stub of ${line}.`)]
    await route.fulfill({ status, json })
  })
}

function errorBody(message: string) {
  return { error: { code: 'unauthorized', message, request_id: 'req_stub' } }
}
