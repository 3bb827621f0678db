import { EXPIRES_IN_DAYS_MAX } from '../../serve/schemas/account-limits.ts'
import type { ApiKey } from './account-calls.ts'

export const KIND_NAMES: Record<ApiKey['kind'], string> = {
  map: 'Map key',
  architect: 'Architect key',
}
export const STATUS_NAMES: Record<ApiKey['status'], string> = {
  active: 'Active',
  expired: 'Expired',
  revoked: 'Revoked',
}
const SCOPE_NAMES: Record<string, string> = {
  'read:public': 'read the map',
  'projects:edit': 'edit projects',
  'projects:publish': 'publish projects',
  'projects:download': 'download projects',
}
/** Scopes that an Architect key may have. */
export const ARCHITECT_SCOPES = ['projects:edit', 'projects:publish', 'projects:download']

/** The name of a scope for people; unknown scopes are returned unchanged. */
export function scopeName(scope: string): string {
  return Object.hasOwn(SCOPE_NAMES, scope) ? SCOPE_NAMES[scope] : scope
}

/** Lifetimes of a new key: days, and the text for people. */
export const LIFETIMES: [days: number | null, name: string][] = [
  [30, '30 days'],
  [90, '90 days'],
  [EXPIRES_IN_DAYS_MAX, '1 year'],
  [null, 'Never expires'],
]

/**
 * Formats a date like "21 Nov 2026" in the browser's language; other text is returned unchanged.
 */
export function formatDay(text: string, locale?: string): string {
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) return text
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(date)
}

/**
 * A curl command with a key, ready to paste. It requests the dossier of the point in the address of
 * the page, else the layers.
 */
export function curlLine(origin: string, key: string, search: string): string {
  const at = new URLSearchParams(search).get('at') ?? ''
  const isPoint = /^-?\d{1,3}(\.\d{1,10})?,-?\d{1,3}(\.\d{1,10})?$/.test(at)
  const path = isPoint ? `/api/v1/location?ll=${at}&layers=parcel,flood` : '/api/v1/layers'
  return `curl -H 'Authorization: Bearer ${key}' '${origin}${path}'`
}

/** The slug of an organization's name: lower case with hyphens, at most 40 characters. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const slug = plain.replace(/[^a-z0-9]+/g, '-').slice(0, 40)
  return slug.replace(/^-|-$/g, '')
}
