import PQueue from 'p-queue'
import { BuildFiles } from '../../catalog/build-files.ts'
import type { HashedFile } from '../../catalog/manifest.ts'
import { StoredFile } from '../../catalog/stored-file.ts'
import { openPacks, type PartOpener, packLimits, verifiedPart } from '../../lookup/open-packs.ts'
import { collectPack } from '../../packs/pack-file.ts'
import { PackPart } from '../../packs/pack-part.ts'
import { readBlockList } from '../../storage/block-list.ts'
import type { BlockThread } from '../../storage/block-thread.ts'
import { eachAtOnce } from '../../storage/file-objects.ts'
import type { ObjectStorage } from '../../storage/object-storage.ts'
import type { StoredBuild } from '../../storage/stored-builds.ts'
import { streamObject } from '../../storage/stream-object.ts'
import type { ServedBuild } from './build-source.ts'

/** Lists of blocks that are read, and packs that are opened, at once. */
const FILES_AT_ONCE = 8
/** Bytes at the start of a pack that hold the headers of most: one block or two. */
const HEADER_BYTES = 65_536

export interface StoredBuildOptions {
  storage: ObjectStorage
  blocks: BlockThread
  /** Folder of the files that are brought here. */
  folder: string
  memoryBytes: number
}

/** The files of a stored build by where they are read. */
export interface PlacedFiles {
  files: BuildFiles
  /** Packs, archives and rasters whose blocks the store has no list of. */
  unlisted: HashedFile[]
}

/** Opens the files that are read by blocks. Throws `StorageFailure`. */
export async function placeFiles(
  { manifest }: StoredBuild,
  { storage, blocks, folder }: StoredBuildOptions,
): Promise<PlacedFiles> {
  const files = BuildFiles.of(folder)
  const unlisted: HashedFile[] = []
  const { packs, archives, rasters } = manifest
  await eachAtOnce([...packs, ...archives, ...rasters], FILES_AT_ONCE, async (entry) => {
    const hashes = await readBlockList(storage, entry)
    if (hashes === null) {
      unlisted.push(entry)
      return
    }
    const { bytes, sha256 } = entry
    const path = files.pathOf(entry.file)
    const of = { path, bytes, sha256, hashes }
    const cache = { folder: blocks.folder, channel: blocks.channel.shared }
    files.add(entry.file, new StoredFile({ kind: 'stored', ...of, ...cache }))
  })
  return { files, unlisted }
}

/**
 * Opens the packs of a stored build: those that fit into memory are read whole and verified, of
 * others what stays in memory. Files that are not in `files` must be in its folder.
 */
export async function openStoredBuild(
  { manifest }: StoredBuild,
  { files }: PlacedFiles,
  { storage, blocks, folder, memoryBytes }: StoredBuildOptions,
): Promise<ServedBuild> {
  const queue = new PQueue({ concurrency: FILES_AT_ONCE })
  const opening = new Map<HashedFile, Promise<PackPart>>()
  for (const [entry, limit] of packLimits(manifest, memoryBytes)) {
    const part = queue.add(() => openPart(storage, files, entry, limit))
    part.catch(() => queue.clear())
    opening.set(entry, part)
  }
  const openOne: PartOpener = async (entry) => await opening.get(entry)!
  const paths = { folder }
  try {
    const packs = await openPacks({ paths, manifest }, memoryBytes, openOne)
    const { build: id } = manifest
    const store = blocks.channel
    return { id, manifest, folder, files, packs, hasDatabase: true, store, atClose: [] }
  } finally {
    await queue.onIdle()
  }
}

async function openPart(
  storage: ObjectStorage,
  files: BuildFiles,
  entry: HashedFile,
  memoryLimitBytes: number,
): Promise<PackPart> {
  const file = files.file(entry.file)
  if (!(file instanceof StoredFile)) return await verifiedPart(files, entry, memoryLimitBytes)
  // The header is then read from memory, without a wait of this thread for the store.
  await file.readLater(new Uint8Array(HEADER_BYTES), 0)
  const { shared, onPart, extents } = collectPack(file, memoryLimitBytes)
  if (entry.bytes <= memoryLimitBytes) await streamObject(storage, entry, onPart)
  else for (const { start, bytes } of extents) await file.readLater(bytes, start)
  return new PackPart({ file: shared, memoryLimitBytes })
}
