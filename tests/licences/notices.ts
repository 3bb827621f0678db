import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Lock, packageName } from '../../builds/code/locked-packages.ts'

/** A package that is distributed, with its licence. */
export interface Notice {
  name: string
  version: string
  /** An SPDX expression, as the package states it. */
  licence: string
  /** Where its publisher has the source, as the package states it. */
  source: string
  text: string
}

/** Licences that require no more than their text with the program. */
const PERMISSIVE = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BSL-1.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Zlib',
]
/** Packages under other licences, and what a reader of the notices must know of them. */
const OTHERS: Record<string, { licence: string; remark: string }> = {
  'geos-wasm': {
    licence: 'LGPL-3.0-or-later',
    remark: `geos-wasm is GEOS compiled to WebAssembly. The service uses it as published, from the folder
node_modules/geos-wasm, where another build of it can take its place. Its source is at
https://github.com/chrispahm/geos-wasm, and that of GEOS at https://github.com/libgeos/geos. The
package states LGPL-3.0-or-later; the text that it carries is version 2.1, the licence of GEOS.`,
  },
  'sharp, with its builds for platforms': {
    licence: 'Apache-2.0',
    remark: `The builds of sharp contain libvips under LGPL-3.0-or-later, as published in the folder
node_modules/@img, where another build of it can take its place. Its source is at
https://github.com/libvips/libvips. It comes with @gltf-transform/functions, and no pixel of the
service passes through it.`,
  },
}
/** Packages without a text: the package whose text is used, and the words that it starts with. */
const STANDARD_TEXTS: Record<string, { of: string; from: string }> = {
  'Apache-2.0': { of: 'web-worker', from: 'Apache License' },
  'BSD-3-Clause': { of: 'secure-json-parse', from: 'Redistribution and use' },
  MIT: { of: 'fastify', from: 'Permission is hereby granted' },
}

/** Characters from which a text is that of a licence, and not only its name. */
const TEXT_CHARACTERS_MIN = 300
/** Publishers of packages that name none: as others of the same repository do. */
const PUBLISHERS: Record<string, string> = {
  '@ai-sdk/provider-utils': 'Vercel, Inc.',
  '@workflow/serde': 'Vercel, Inc.',
}

const TEXT_FILE = /^(?:licen[cs]e|copying|notice|unlicense)(?:[.-].*)?$/i

/**
 * The notice of each package at `paths` below `root`. Throws for a package without a known text.
 */
export function readNotices(root: string, lock: Lock, paths: readonly string[]): Notice[] {
  return paths
    .filter((path) => !isPlatformPart(lock, path))
    .map((path) => noticeOf(root, lock, path, paths))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1))
}

/** Problems of licences: unknown ones, and those that require more than their text. */
export function findLicenceProblems(notices: readonly Notice[]): string[] {
  return notices
    .filter(({ name, licence }) => OTHERS[name]?.licence !== licence && !isPermissive(licence))
    .map(({ name, version, licence }) => `${name} ${version} is under ${licence}`)
}

/** The file of notices: packages of one text stand together above it. */
export function formatNotices(notices: readonly Notice[]): string {
  const byText = Map.groupBy(notices, ({ text }) => text)
  const parts = [...byText].map(([text, packages]) => {
    const heads = packages.map(
      ({ name, version, licence, source }) => `${name} ${version}\n  ${licence}, ${source}`,
    )
    const remarks = packages.flatMap(({ name }) => OTHERS[name]?.remark ?? [])
    return [...heads, '', ...remarks.flatMap((remark) => [remark, '']), text].join('\n')
  })
  const line = '='.repeat(80)
  return `${[HEAD, ...parts].join(`\n\n${line}\n\n`)}\n`
}

const HEAD = `Third-party notices

The service and its map page contain the following packages, each under its own licence. The text
of a licence stands below the packages that it is of.

Written by \`UPDATE_GOLDENS=1 vitest run tests/licences\` from package-lock.json and the packages.`

/** True for the build of another package for one platform: publisher and text are the same. */
function isPlatformPart(lock: Lock, path: string): boolean {
  return lock[path].os !== undefined || lock[path].cpu !== undefined
}

function noticeOf(root: string, lock: Lock, path: string, paths: readonly string[]): Notice {
  const folder = join(root, path)
  const stated = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const { version } = lock[path]
  const name = packageName(path)
  if (version === undefined || stated.version !== version)
    throw new Error(`${path} is ${stated.version}, not ${version} of the lock file`)
  const licence = String(stated.license ?? 'UNKNOWN').replace(/^\((.*)\)$/, '$1')
  const parts = Object.keys(lock[path].optionalDependencies ?? {}).filter((each) =>
    paths.some((other) => packageName(other) === each && isPlatformPart(lock, other)),
  )
  return {
    name: parts.length > 0 ? `${name}, with its builds for platforms` : name,
    version,
    licence,
    source: sourceOf(stated, name),
    text: textOf(root, folder, { licence, stated, name }),
  }
}

/** The text of a package, with that of its licence where it only names it. */
function textOf(
  root: string,
  folder: string,
  { licence, stated, name }: { licence: string; stated: StatedPackage; name: string },
): string {
  const own = textIn(folder)
  if (own && own.length > TEXT_CHARACTERS_MIN) return own
  return [own, standardText(root, licence, publisherOf(stated, name))].filter(Boolean).join('\n\n')
}

function textIn(folder: string): string | null {
  const files = readdirSync(folder).filter((file) => TEXT_FILE.test(file))
  const texts = files.sort().map((file) => tidy(readFileSync(join(folder, file), 'utf8')))
  return texts.length > 0 ? texts.join('\n\n') : null
}

/** The standard text of a licence, as another package carries it, with this publisher's name. */
function standardText(root: string, licence: string, publisher: string): string {
  const standard = STANDARD_TEXTS[licence]
  if (standard === undefined)
    throw new Error(`no text of ${licence}, under which ${publisher} publishes`)
  const text = textIn(join(root, 'node_modules', standard.of))!
  const note = 'The package carries no text: this is the standard one of its licence.'
  return `Copyright (c) ${publisher}\n\n${note}\n\n${text.slice(text.indexOf(standard.from))}`
}

interface StatedPackage {
  author?: string | { name: string }
  repository?: string | { url: string }
  homepage?: string
}

function publisherOf({ author }: StatedPackage, name: string): string {
  const stated = typeof author === 'object' ? author.name : (author ?? PUBLISHERS[name])
  if (!stated) throw new Error(`${name} names no author and carries no licence text`)
  return stated.replace(/\s*<.*/, '')
}

/** The address of the source, or of the package where it states none. */
function sourceOf({ repository }: StatedPackage, name: string): string {
  const stated = typeof repository === 'object' ? repository.url : repository
  const [, owner] = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(stated ?? '') ?? []
  if (owner !== undefined) return `https://github.com/${owner}`
  const [, host, path] =
    /^(?:git\+)?(?:\w+:\/\/)?(?:git@)?([\w.-]+)[:/](.+)$/.exec(stated ?? '') ?? []
  return host === undefined
    ? `https://www.npmjs.com/package/${name}`
    : `https://${host}/${path.replace(/\.git$/, '')}`
}

/** SPDX expressions of one operator; a mixture is not parsed, and so not permissive. */
function isPermissive(licence: string): boolean {
  const isKnown = (each: string) => PERMISSIVE.includes(each)
  const [all, any] = [licence.split(' AND '), licence.split(' OR ')]
  return all.every(isKnown) || (all.length === 1 && any.some(isKnown))
}

const tidy = (text: string): string =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+$/gm, '')
    .trim()
