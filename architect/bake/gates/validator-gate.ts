import { createRequire } from 'node:module'
import { BakeFailure } from '../bake-failure.ts'

interface Issue {
  code: string
  message: string
  /** 0 an error, 1 a warning, 2 an information, 3 a hint. */
  severity: number
  /** Where in the file, as a JSON pointer. */
  pointer?: string
}

interface Validator {
  validateBytes(
    bytes: Uint8Array,
    options: { format: 'glb'; maxIssues: number; writeTimestamp: boolean; ignoredIssues: string[] },
  ): Promise<{ issues: { numErrors: number; numWarnings: number; messages: Issue[] } }>
}

/** The package has no types, and its ECMAScript module is for bundlers. */
const require = createRequire(import.meta.url)
const validator = require('gltf-validator') as Validator

/** Issues that one file reports at most; the message of a failure names the first. */
const ISSUES_MAX = 100
/** Coordinates of untextured faces, which other programs lay their own textures by. */
const IGNORED = ['UNUSED_OBJECT']

/** Refuses a file in which the Khronos validator finds an error or a warning. */
export async function refuseInvalid(glb: Uint8Array): Promise<void> {
  const { issues } = await validator.validateBytes(glb, {
    format: 'glb',
    maxIssues: ISSUES_MAX,
    writeTimestamp: false,
    ignoredIssues: IGNORED,
  })
  const { numErrors, numWarnings, messages } = issues
  if (numErrors + numWarnings === 0) return
  const first = messages.find(({ severity }) => severity < 2)
  const found = first ? `: ${first.code} at ${first.pointer ?? 'the file'}, ${first.message}` : ''
  throw new BakeFailure(
    'not_valid',
    `The glTF validator found ${numErrors} errors and ${numWarnings} warnings${found}`,
  )
}
