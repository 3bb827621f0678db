import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** The folder of the add-on, which is also the name of its Python module. */
const FOLDER = join(import.meta.dirname, 'blender/plat_import')
const MODULE = 'plat_import'
/** Of all files in the archive: the same files are the same bytes. */
const TIME = new Date('2026-01-01T00:00:00Z')

/**
 * The add-on as an archive that Blender installs. Pages of `hostedOrigin` may send from the
 * beginning; with null a person has to allow each page.
 */
export async function addonZip(hostedOrigin: string | null): Promise<Buffer> {
  const zip = new ZipFile()
  const options = { mtime: TIME, mode: 0o100644 }
  for (const name of addonFiles())
    zip.addBuffer(readFileSync(join(FOLDER, name)), `${MODULE}/${name}`, options)
  if (hostedOrigin !== null)
    zip.addBuffer(
      Buffer.from(`${JSON.stringify({ origin: hostedOrigin })}\n`),
      `${MODULE}/hosted.json`,
      options,
    )
  zip.end()
  return await buffer(zip.outputStream as NodeJS.ReadableStream)
}

/** Paths of its files within its folder, without those that Python has compiled. */
export const addonFiles = (): string[] =>
  readdirSync(FOLDER, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && basename(entry.parentPath) !== '__pycache__')
    .map(({ parentPath, name }) => relative(FOLDER, join(parentPath, name)).replaceAll(sep, '/'))
    .sort()
