import type { Accounts, Caller } from './accounts.ts'

const CALLER: Caller = {
  kind: 'key',
  credential_id: 'any',
  account: { id: 'any', kind: 'operator' },
  workspace: { kind: 'personal', id: 'any' },
  scopes: ['read:public'],
  plan: 'free',
}
const LIMIT = Number.MAX_SAFE_INTEGER

/** Admits everybody, with a credential or none, and knows no accounts. For tests. */
export const ANY_CALLER: Accounts = {
  async admit() {
    const allowance = { limit: LIMIT, remaining: LIMIT, retry_after_s: 0 }
    return { kind: 'admitted', caller: CALLER, allowance }
  },
  async answer() {
    return { status: 404, headers: [], body: '' }
  },
  problem: () => null,
}
