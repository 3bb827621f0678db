import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { replaceFile } from '../../catalog/atomic-file.ts'
import type { EsriField } from '../../upstream/arcgis-responses.ts'
import { parseJson } from './json-text.ts'

/** Edition of a layer: another edition has other ids, or another date of its last edit. */
export interface ArcgisEdition {
  /** In their order; null where the server does not name them and is read by offsets. */
  ids: number[] | null
  count: number
  lastEdit: number | null
}

/** Head of the file that a layer becomes. */
export interface ArcgisHead {
  idField: string | null
  geometryType: string | null
  fields: readonly EsriField[]
}

/** Whole pages so far: features, and the bytes that they take on disk. */
const Saved = z.object({ edition: z.string(), features: z.int(), bytes: z.int() })

/** A layer that does not date its edits may have other values under the same ids after a day. */
const UNDATED_AGE_MAX_MS = 86_400_000

/** WGS 84 lon/lat, in which every page is requested. */
const FRAME = { wkid: 4326, latestWkid: 4326 }

/**
 * A layer that is being fetched, in a folder of its own: one feature a line, in the order of their
 * ids. A run resumes an interrupted download after its last whole page.
 */
export class ArcgisPart {
  features: number
  private bytes: number
  private readonly edition: string
  private readonly folder: string

  private constructor(folder: string, edition: string, saved: { features: number; bytes: number }) {
    this.folder = folder
    this.edition = edition
    this.features = saved.features
    this.bytes = saved.bytes
  }

  /** Opens the part of a URL; starts anew when it is of another edition, or too old to tell. */
  static async open(url: string, store: string, edition: ArcgisEdition): Promise<ArcgisPart> {
    const folder = partFolder(url, store)
    await mkdir(folder, { recursive: true })
    const own = createHash('sha256').update(JSON.stringify(edition)).digest('hex')
    const savedFile = join(folder, 'saved.json')
    const text = await readFile(savedFile, 'utf8').catch(() => '')
    const age_ms = text === '' ? 0 : Date.now() - (await stat(savedFile)).mtimeMs
    const isOld = edition.lastEdit === null && age_ms > UNDATED_AGE_MAX_MS
    const saved = isOld ? undefined : Saved.safeParse(parseJson(text)).data
    const part = new ArcgisPart(
      folder,
      own,
      saved?.edition === own ? saved : { features: 0, bytes: 0 },
    )
    const file = await open(part.linesFile, 'a')
    // A page that was being written when the run was killed is not among the whole ones.
    if ((await file.stat()).size < part.bytes) [part.features, part.bytes] = [0, 0]
    await file.truncate(part.bytes)
    await file.close()
    return part
  }

  private get linesFile(): string {
    return join(this.folder, 'features.ndjson')
  }

  /** Adds a page and remembers it. */
  async add(features: readonly unknown[]): Promise<void> {
    const bytes = Buffer.from(features.map((each) => `${JSON.stringify(each)}\n`).join(''))
    const file = await open(this.linesFile, 'a')
    try {
      await file.appendFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    this.features += features.length
    this.bytes += bytes.length
    const saved = { edition: this.edition, features: this.features, bytes: this.bytes }
    await replaceFile(join(this.folder, 'saved.json'), JSON.stringify(saved))
  }

  /**
   * Writes the layer as one feature set of Esri JSON: the same features, the same bytes. Returns
   * its path.
   */
  async write(head: ArcgisHead): Promise<string> {
    const file = join(this.folder, 'layer.json')
    await pipeline(Readable.from(this.texts(head)), createWriteStream(file))
    return file
  }

  private async *texts({ idField, geometryType, fields }: ArcgisHead): AsyncGenerator<string> {
    const top = {
      ...(idField === null ? {} : { objectIdFieldName: idField }),
      ...(geometryType === null ? {} : { geometryType, spatialReference: FRAME }),
      fields: fields.map(({ name, type, alias, length }) => ({
        ...{ name, type },
        ...(alias ? { alias } : {}),
        ...(length ? { length } : {}),
      })),
    }
    yield `${JSON.stringify(top).slice(0, -1)},"features":[`
    let comma = '\n'
    const lines = createInterface({
      input: createReadStream(this.linesFile, 'utf8'),
      crlfDelay: Infinity,
    })
    for await (const line of lines) {
      yield comma + line
      comma = ',\n'
    }
    yield '\n]}\n'
  }
}

/** Removes the partial download of a layer. */
export async function dropArcgisPart(url: string, store: string): Promise<void> {
  await rm(partFolder(url, store), { recursive: true, force: true })
}

function partFolder(url: string, store: string): string {
  return join(store, `${createHash('sha256').update(url).digest('hex').slice(0, 32)}.layer`)
}
