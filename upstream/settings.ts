import { StepError } from '../terminal/step-error.ts'
import type { Upstream } from './upstream.ts'

/** Settings of one upstream in this service. Plain values, because threads receive copies. */
export interface UpstreamSetting {
  isOn: boolean
  /** Base address without a trailing slash. */
  url: string
  /** True when its host is the publisher's own; otherwise sources name the host. */
  isDefault: boolean
  /** Added to the name of its sources: `sample, fictional`. */
  label?: string
}
export type UpstreamSettings = Record<string, UpstreamSetting>

const STEP = 'read the setting'

/** Name of the variable for the address: `PLAT_OPEN_METEO_FORECAST_URL`. */
export function urlVariable({ id }: Pick<Upstream, 'id'>): string {
  return `PLAT_${id.toUpperCase().replaceAll('-', '_')}_URL`
}

/**
 * Reads the settings from an environment. `PLAT_LIVE` is a list of `default`, `all`, `none` and ids
 * of upstreams, read from left to right; a leading `-` removes an entry, and a list that begins
 * with a removal starts from the default. Throws `StepError` for an unknown name.
 */
export function upstreamSettings(
  environment: NodeJS.ProcessEnv,
  upstreams: readonly Upstream[],
): UpstreamSettings {
  const on = upstreamsOn(environment.PLAT_LIVE, upstreams)
  const label = environment.PLAT_LIVE_LABEL?.trim() || undefined
  const settings: UpstreamSettings = {}
  for (const upstream of upstreams) {
    const variable = urlVariable(upstream)
    const text = environment[variable]?.trim() || upstream.url
    const url = baseAddress(variable, text)
    const isDefault = new URL(url).origin === new URL(upstream.url).origin
    const isOn = on.has(upstream.id)
    settings[upstream.id] = { isOn, url, isDefault, ...(!isDefault && label && { label }) }
  }
  return settings
}

function upstreamsOn(text: string | undefined, upstreams: readonly Upstream[]): Set<string> {
  const byDefault = upstreams.filter(({ isOn }) => isOn)
  const sets = new Map<string, readonly Upstream[]>([
    ['default', byDefault],
    ['all', upstreams],
    ['none', []],
    ...upstreams.map((upstream) => [upstream.id, [upstream]] as const),
  ])
  const parts = (text?.trim() || 'default').split(',').map((part) => part.trim())
  // A list of removals alone means the rest of the default.
  const on = new Set(parts[0].startsWith('-') ? byDefault.map(({ id }) => id) : [])
  for (const part of parts) {
    const name = part.replace(/^[+-]/, '')
    const named = sets.get(name)
    if (!named) {
      const known = [...sets.keys()].join(', ')
      throw new StepError(STEP, 'PLAT_LIVE', `${name || 'an empty name'} is not known`, `${known}.`)
    }
    if (name === 'none') on.clear()
    for (const { id } of named) {
      if (part.startsWith('-')) on.delete(id)
      else on.add(id)
    }
  }
  return on
}

function baseAddress(variable: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (url && isWeb && !url.search && !url.hash && !url.username && !url.password)
    return url.href.replace(/\/+$/, '')
  const remedy = `Give http or https, a host and a path, as ${variable}=http://127.0.0.1:9000/v1.`
  throw new StepError(STEP, variable, 'is not a base address', remedy)
}
