import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Asset } from '../../catalog/lock.ts'
import { readAnswerCounts } from '../stages/answer-counts.ts'
import { pageStartOf, unpagedUrl } from '../stages/page-limits.ts'
import { comparePages, pagelessName } from '../stages/page-order.ts'
import { unpackAsset } from '../stages/unpack.ts'
import { checkWhole, cutProblem, moreProblem, partError } from '../stages/whole-file.ts'

/** An asset about to be locked, and where its bytes are. */
export interface TakenFile {
  asset: Asset
  file: string
}

/**
 * Refuses files that are parts of an answer. Assets that are pages of one answer are whole together:
 * each begins where the one before ends, and nothing follows on the last. So are the numbered files
 * of an archive. `folder` has room for unpacked archives. Throws `StepError`.
 */
export async function checkTaken(taken: readonly TakenFile[], folder: string): Promise<void> {
  const answers = Map.groupBy(taken, ({ asset: { name, url } }) =>
    /^https?:/.test(url) ? unpagedUrl(url) : pagelessName(name),
  )
  for (const pages of answers.values()) {
    const archives = pages.filter(({ asset }) => /\.(zip|gz)$/i.test(asset.name))
    for (const archive of archives) await checkArchive(archive, folder)
    await checkPages(pages.filter((page) => !archives.includes(page)))
  }
}

async function checkPages(pages: readonly TakenFile[]): Promise<void> {
  if (pages.length < 2) {
    for (const { asset, file } of pages) await checkWhole(file, asset, asset.name)
    return
  }
  const ordered = [...pages].sort(
    ({ asset: one }, { asset: other }) =>
      pageStartOf(one.url) - pageStartOf(other.url) || comparePages(one.name, other.name),
  )
  let expected: number | null = 0
  for (const { asset, file } of ordered) {
    const fail = (problem: string) => partError(asset.name, asset.name, problem)
    const counts = await readAnswerCounts(file, asset.name)
    const cut = counts && cutProblem(counts)
    if (cut) throw fail(cut)
    const start = pageStartOf(asset.url)
    if (expected !== null && start !== expected && /^https?:/.test(asset.url))
      throw fail(`it begins at row ${start}, where row ${expected} comes next`)
    expected = counts && counts.rows !== null ? start + counts.rows : null
    const more = asset === ordered.at(-1)?.asset && counts && moreProblem(counts, asset.url)
    if (more && !asset.whole) throw fail(more)
  }
}

/** Looks into an archive: of numbered files the last one states whether there is more. */
async function checkArchive({ asset, file }: TakenFile, folder: string): Promise<void> {
  const aside = await mkdtemp(join(folder, 'unpacked-'))
  try {
    const into = join(aside, 'files')
    const { members } = await unpackAsset(file, { into, name: asset.name })
    const names = members.map(({ path }) => path).sort(comparePages)
    const last = new Map(names.map((name) => [pagelessName(name), name]))
    for (const name of last.values()) await checkWhole(join(into, name), asset)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}
