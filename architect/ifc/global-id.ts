import { createHash } from 'node:crypto'
import { nodesOf, type Scene } from '../scene/scene.ts'
import { type Token, text } from './step-text.ts'

/** The digits of IFC's base 64, which differ from those of RFC 4648. */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$'
/** The version of RFC 9562 for UUIDs by a rule of one's own, and its variant. */
const VERSION = 0x80
const VARIANT = 0x80

/** Returns the `GlobalId` of a thing of the scene by a name that is unique in it. */
export type GlobalIds = (name: string) => Token

/**
 * Global ids by the id of the site, which has a token of its own in each project, and a name. A
 * node has the same one in every export of its project, whatever else is edited.
 */
export function globalIds(scene: Scene): GlobalIds {
  const project = nodesOf(scene, 'site')[0]?.id ?? ''
  return (name) => text(globalId(`${project}/${name}`))
}

/** 128 bits of a hash as 22 digits of six bits, the first of two. */
function globalId(name: string): string {
  const bytes = createHash('sha256').update(name).digest().subarray(0, 16)
  bytes[6] = VERSION | (bytes[6] & 0x0f)
  bytes[8] = VARIANT | (bytes[8] & 0x3f)
  let id = DIGITS[bytes[0] >> 6] + DIGITS[bytes[0] & 63]
  for (let i = 1; i < 16; i += 3) {
    const bits = (bytes[i] << 16) | (bytes[i + 1] << 8) | bytes[i + 2]
    for (const shift of [18, 12, 6, 0]) id += DIGITS[(bits >> shift) & 63]
  }
  return id
}
