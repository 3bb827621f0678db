import { pipeline, type Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createZstdDecompress, constants as zlib, zstdCompress, zstdDecompress } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { StorageFailure } from '../../storage/storage-failure.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Scene } from '../scene/scene.ts'
import { readScene, SCENE_FILE_CHARACTERS_MAX, writeScene } from '../scene/scene-file.ts'
import { sceneHash } from '../scene/scene-hash.ts'
import type { ProjectRow, StoredScene } from '../store/projects.ts'
import { ArchitectError } from './architect-error.ts'

const pack = promisify(zstdCompress)
const unpack = promisify(zstdDecompress)
/** A scene file of 250 KB becomes 20 KB in 1 ms. */
const LEVEL = 3
/** Nodes of all cached scenes with what is derived from them: about 300 MB. */
const CACHED_NODES_MAX = 40_000

/** Entity tag of a scene file. */
export const sceneTag = ({ sceneBlob }: Pick<StoredScene, 'sceneBlob'>): string => `"${sceneBlob}"`

/** The scene of the draft of a project. */
export const storedIn = ({ draft }: Pick<ProjectRow, 'draft'>): StoredScene => ({
  sceneHash: draft.sceneHash,
  sceneBlob: draft.sceneBlob,
  nodes: draft.nodes,
  bytes: draft.bytes,
})

/** What scenes need of the storage. */
export type SceneBlobs = Pick<BlobStore, 'put' | 'get' | 'read'>

/** Stores scenes as packed scene files, and caches those in use with all that is derived. */
export class SceneFiles {
  private readonly blobs: SceneBlobs
  /** A scene never changes, so its blob names it. */
  private readonly cached = new LRUCache<string, Scene>({ maxSize: CACHED_NODES_MAX })

  constructor(blobs: SceneBlobs) {
    this.blobs = blobs
  }

  /** Durable when it resolves. Throws `StorageFailure`, and `limit_exceeded` for a long file. */
  async put(scene: Scene): Promise<StoredScene> {
    const written = writeScene(scene)
    if (written.length > SCENE_FILE_CHARACTERS_MAX)
      throw new ArchitectError(
        'limit_exceeded',
        `The scene file would have ${written.length} characters, and ${SCENE_FILE_CHARACTERS_MAX} are the most.`,
        { fields: { limit: SCENE_FILE_CHARACTERS_MAX } },
      )
    const text = Buffer.from(written)
    const packed = await pack(text, { params: { [zlib.ZSTD_c_compressionLevel]: LEVEL } })
    const sceneBlob = await this.blobs.put(packed)
    const nodes = this.hold(sceneBlob, scene)
    return { sceneHash: sceneHash(scene), sceneBlob, nodes, bytes: text.length }
  }

  /** Throws `StorageFailure`, also for a blob that holds no scene. */
  async get(sceneBlob: string): Promise<Scene> {
    const known = this.cached.get(sceneBlob)
    if (known) return known
    const text = await this.text(sceneBlob)
    const read = readScene(text.toString())
    if (!('scene' in read))
      throw new StorageFailure('damaged', {
        storage: 'the storage of scenes',
        step: `read the scene ${sceneBlob}`,
        problem: read.faults[0].message,
        remedy: 'Restore an earlier version.',
      })
    this.hold(sceneBlob, read.scene)
    return read.scene
  }

  /** The scene file. */
  async text(sceneBlob: string): Promise<Buffer> {
    const packed = await this.blobs.get(sceneBlob)
    // A character has at most 3 bytes in UTF-8.
    return await unpack(packed, { maxOutputLength: 3 * SCENE_FILE_CHARACTERS_MAX })
  }

  /** The scene file as a stream, which is cut where the blob is damaged. */
  async stream(sceneBlob: string): Promise<Readable> {
    const packed = await this.blobs.read(sceneBlob)
    // The stream that is returned ends with the error, for its reader to see.
    return pipeline(packed, createZstdDecompress(), () => {})
  }

  private hold(sceneBlob: string, scene: Scene): number {
    const nodes = Object.keys(scene.nodes).length
    this.cached.set(sceneBlob, scene, { size: Math.max(1, nodes) })
    return nodes
  }
}
