import { SCOPES, type Scope } from '../accounts.ts'

/** Kinds that a person chooses from in the dialog. */
export type KeyKind = 'map' | 'architect'
/** Kind of a key with the kind of its owner, in better-auth's column `configId`. */
export type KeyConfig = 'map' | 'architect' | 'architect-org'

/** Every kind of key: its prefix, its owners and its scopes. */
export const KEY_KINDS: Record<
  KeyKind,
  {
    prefix: string
    configs: { user: KeyConfig; organization?: KeyConfig }
    /** Scopes that a key of the kind may have. */
    scopes: readonly Scope[]
    /** Scopes of a key when none are requested. */
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

/** Valid keys that one owner may have at a time. */
export const LIVE_KEYS_MAX = 50
/** Revoked and expired keys of an owner that stay in lists; the oldest are deleted first. */
export const DEAD_KEYS_MAX = 200
export const NAME_MAX = 80
/** Text without characters that a terminal or a page would interpret as a command. */
export const PLAIN_TEXT = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]*$/u
/** Longest life of a key that expires, in days. */
export const EXPIRES_IN_DAYS_MAX = 366

export function kindOf(config: string): KeyKind {
  return config === 'map' ? 'map' : 'architect'
}

/** Encodes scopes for the column `permissions`, in the plugin's form: `{"read":["public"]}`. */
export function permissionsOf(scopes: readonly Scope[]): string {
  const permissions: Record<string, string[]> = {}
  for (const scope of scopes) {
    const [resource, action] = scope.split(':')
    permissions[resource] = [...(permissions[resource] ?? []), action]
  }
  return JSON.stringify(permissions)
}

/** Decodes the column `permissions`. Unknown scopes are left out. */
export function scopesOf(permissions: string | null): Scope[] {
  const read: Record<string, string[]> = permissions === null ? {} : JSON.parse(permissions)
  return SCOPES.filter((scope) => {
    const [resource, action] = scope.split(':')
    return read[resource]?.includes(action) ?? false
  })
}
