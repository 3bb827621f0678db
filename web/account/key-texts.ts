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
/** What an Architect key may be allowed to do. */
export const ARCHITECT_SCOPES = ['projects:edit', 'projects:publish', 'projects:download']

/** A scope that this page does not know is told as it is. */
export function scopeName(scope: string): string {
  return Object.hasOwn(SCOPE_NAMES, scope) ? SCOPE_NAMES[scope] : scope
}

/** How long a new key holds: days, and what a person calls them. */
export const LIFETIMES: [days: number | null, name: string][] = [
  [30, '30 days'],
  [90, '90 days'],
  [366, 'A year'],
  [null, 'No end'],
]

/** "21 Nov 2026", in the words of the browser's language; what is no date is told as it is. */
export function dayOf(text: string, locale?: string): string {
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) return text
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(date)
}

/**
 * A command that asks with a key, whole and ready to paste. Asks about the spot that the page shows,
 * where its address names one.
 */
export function curlLine(origin: string, key: string, search: string): string {
  const at = new URLSearchParams(search).get('at') ?? ''
  const isSpot = /^-?\d{1,3}(\.\d{1,10})?,-?\d{1,3}(\.\d{1,10})?$/.test(at)
  const path = isSpot ? `/api/v1/location?ll=${at}&layers=parcel,flood` : '/api/v1/layers'
  return `curl -H 'Authorization: Bearer ${key}' '${origin}${path}'`
}

/** The name of an organization as it stands in addresses: lower case, hyphens, no more than 40. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const slug = plain.replace(/[^a-z0-9]+/g, '-').slice(0, 40)
  return slug.replace(/^-|-$/g, '')
}
