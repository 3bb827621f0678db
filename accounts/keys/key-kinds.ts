import { SCOPES, type Scope } from '../accounts.ts'

/** What a person chooses between in the dialog. */
export type KeyKind = 'map' | 'architect'
/** How a key's row names its kind and whose it is: better-auth's `configId`. */
export type KeyConfig = 'map' | 'architect' | 'architect-org'

/** Every kind of key: what it begins with, who may own it, what it may allow. */
export const KEY_KINDS: Record<
  KeyKind,
  {
    prefix: string
    configs: { user: KeyConfig; organization?: KeyConfig }
    /** What a key of the kind may allow. */
    scopes: readonly Scope[]
    /** What it allows where nothing is chosen. */
    default_scopes: readonly Scope[]
  }
> = {
  map: {
    prefix: 'sk_map_',
    configs: { user: 'map' },
    scopes: ['read:public'],
    default_scopes: ['read:public'],
  },
  architect: {
    prefix: 'sk_arch_',
    configs: { user: 'architect', organization: 'architect-org' },
    scopes: ['projects:edit', 'projects:publish', 'projects:download'],
    default_scopes: ['projects:edit'],
  },
}

/** Keys that work at one time, for each owner. */
export const LIVE_KEYS_MAX = 50
/** Revoked and expired keys of an owner that are kept to be listed; the oldest go first. */
export const DEAD_KEYS_MAX = 200
export const NAME_MAX = 80
/** Without characters that a terminal or a page would take for a command. */
export const PLAIN_TEXT = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]*$/u
export const EXPIRES_IN_DAYS_MAX = 366

export function kindOf(config: string): KeyKind {
  return config === 'map' ? 'map' : 'architect'
}

/** Scopes as the column `permissions` keeps them: `{"read":["public"]}`, in the plugin's form. */
export function permissionsOf(scopes: readonly Scope[]): string {
  const permissions: Record<string, string[]> = {}
  for (const scope of scopes) {
    const [resource, action] = scope.split(':')
    permissions[resource] = [...(permissions[resource] ?? []), action]
  }
  return JSON.stringify(permissions)
}

/** The scopes in a column `permissions`; what is no scope of ours allows nothing. */
export function scopesOf(permissions: string | null): Scope[] {
  const read: Record<string, string[]> = permissions === null ? {} : JSON.parse(permissions)
  return SCOPES.filter((scope) => {
    const [resource, action] = scope.split(':')
    return read[resource]?.includes(action) ?? false
  })
}
