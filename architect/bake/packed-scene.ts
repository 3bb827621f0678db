import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { highestId, type Scene } from '../scene/scene.ts'
import { SCENE_FILE_CHARACTERS_MAX, type SceneFault, sceneOfJson } from '../scene/scene-file.ts'
import { canonicalScene } from '../scene/scene-hash.ts'

/**
 * 84 ms for a building of 1,513 nodes, 16 kB; the best quality takes 446 ms for 12 kB.
 */
const QUALITY = 9
/** Bytes that a text is unpacked to: those of the largest scene file. */
const UNPACKED_BYTES_MAX = 4 * SCENE_FILE_CHARACTERS_MAX

/** A scene as text of letters and digits: Brotli in base64, the same for scenes of one hash. */
export function packScene(scene: Scene): string {
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY }
  return brotliCompressSync(canonicalScene(scene), { params }).toString('base64')
}

/** The scene that was packed, with its hash, or the faults of the text. */
export function unpackScene(packed: string): { scene: Scene } | { faults: SceneFault[] } {
  let json: unknown
  try {
    const bytes = Buffer.from(packed, 'base64')
    json = JSON.parse(`${brotliDecompressSync(bytes, { maxOutputLength: UNPACKED_BYTES_MAX })}`)
  } catch (error) {
    return { faults: [{ path: '', message: `cannot be unpacked: ${(error as Error).message}` }] }
  }
  // Ids that were used and deleted are not in a packed scene, so they may be used again.
  const read = sceneOfJson({ ...(json as object), lastId: 0 })
  if ('faults' in read) return read
  return { scene: { ...read.scene, lastId: highestId(read.scene) } }
}
