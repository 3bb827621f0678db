import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { checkJson, type JsonFile, parseJson } from '../../catalog/json-file.ts'
import { StepError } from '../../terminal/step-error.ts'
import { Background } from '../schemas/backgrounds.ts'

const SETTING = 'PLAT_BACKGROUNDS'
const STEP = 'read the setting'
/** Backgrounds that one service offers: a list that a person overlooks. */
const BACKGROUNDS_MAX = 20
/** Characters of the list as JSON, in the variable or in its file. */
const BACKGROUNDS_TEXT_MAX = 64 * 1024
/** Characters of the address of tiles. */
const TILE_URL_CHARACTERS_MAX = 2_000
/** Zooms of Web Mercator tiles that map libraries request. */
const TILE_ZOOM_MAX = 22

const REMEDY =
  'Give a JSON list, or the path of a file with one, as docs/backgrounds.md shows: [{"id": "aerial", "title": "Aerial", "kind": "aerial", "tile_url": "https://tiles.example.com/{z}/{x}/{y}.jpg", "attribution": "Example Survey", "max_zoom": 19}].'

/** Names that WMTS gives to zoom, row and column in addresses of tiles. */
const WMTS_NAMES: Record<string, string> = {
  '{tilematrix}': '{z}',
  '{tilerow}': '{y}',
  '{tilecol}': '{x}',
}
/**
 * Origins that a content policy can name. A wildcard, a space or a semicolon in a host would widen
 * the policy, and it has no syntax for addresses of IPv6.
 */
const ORIGIN = /^https?:\/\/[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?::\d{1,5})?$/

const Configured = Background.extend({
  id: Background.shape.id.regex(
    /^[a-z0-9][a-z0-9-]{0,40}$/,
    'must be lower-case letters, digits and hyphens, 41 at most',
  ),
  title: line(60),
  attribution: line(300),
  tile_url: z
    .string()
    .max(TILE_URL_CHARACTERS_MAX)
    .transform(withTileNames)
    .superRefine((address, context) => {
      const problem = tileUrlProblem(address)
      if (problem !== null) context.addIssue({ code: 'custom', message: problem })
    }),
  min_zoom: zoom().default(0),
  max_zoom: zoom(),
  tile_size: Background.shape.tile_size.default(256),
})
  .strict()
  .refine(({ min_zoom, max_zoom }) => min_zoom <= max_zoom, {
    message: 'min_zoom must not be above max_zoom',
  })

/** The list of `PLAT_BACKGROUNDS`. */
export const BackgroundSettings = z
  .array(Configured)
  .max(BACKGROUNDS_MAX)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, {
    message: 'each id must be there once',
  })

/**
 * Reads `PLAT_BACKGROUNDS`: a JSON list, or the path of a file with one; without it none. Throws
 * `StepError` that names the entry, counted from 0, and the field which are wrong.
 */
export function backgroundsFrom(environment: NodeJS.ProcessEnv): Background[] {
  const value = environment.PLAT_BACKGROUNDS?.trim()
  if (!value) return []
  const isInline = value.startsWith('[') || value.startsWith('{')
  const file: JsonFile = { path: isInline ? SETTING : value, step: STEP, remedy: REMEDY }
  const text = isInline ? value : textOf(value)
  if (text.length > BACKGROUNDS_TEXT_MAX)
    throw wrong(file.path, `has more than ${BACKGROUNDS_TEXT_MAX} characters`)
  const backgrounds = checkJson(file, parseJson(file, text), BackgroundSettings)
  if (environment.PLAT_PUBLIC_URL?.startsWith('https:')) {
    const plain = backgrounds.find(({ tile_url }) => tile_url.startsWith('http:'))
    if (plain)
      throw wrong(
        file.path,
        `${plain.id} has tiles of http, which browsers refuse on the page of https at PLAT_PUBLIC_URL`,
      )
  }
  return backgrounds
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new StepError(STEP, SETTING, `the file ${path} cannot be read`, REMEDY, { cause })
  }
}

function wrong(target: string, problem: string): StepError {
  return new StepError(STEP, target, problem, REMEDY)
}

/** The address with `{z}`, `{x}` and `{y}` for the names that WMTS gives them. */
function withTileNames(address: string): string {
  return address.trim().replace(/\{[^{}]*\}/g, (name) => WMTS_NAMES[name.toLowerCase()] ?? name)
}

/** Why an address of tiles cannot be used; null where it can. */
function tileUrlProblem(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !ORIGIN.test(url.origin))
    return 'must be an address of http or https with a host name, without placeholders in the host'
  if (url.username || url.password || url.hash)
    return 'must have neither a user name nor a fragment'
  const names: string[] = address.match(/\{[^{}]*\}/g) ?? []
  const needed = ['{z}', '{x}', '{y}']
  const missing = needed.filter((name) => !names.includes(name))
  if (missing.length > 0) return `must have {z}, {x} and {y}, and lacks ${missing.join(', ')}`
  const unknown = names.find((name) => !needed.includes(name))
  return unknown === undefined
    ? null
    : `has ${unknown}, which nobody fills in: write its value in its place`
}

function line(characters: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(characters)
    .regex(/^\P{Cc}*$/u, 'must be one line')
}

function zoom() {
  return z.int().min(0).max(TILE_ZOOM_MAX)
}
