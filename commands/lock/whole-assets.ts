import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Asset } from '../../catalog/lock.ts'
import { readAnswerCounts } from '../../pipelines/stages/answer-counts.ts'
import { fileSha256 } from '../../pipelines/stages/fetch.ts'
import { pageStartOf, unpagedUrl } from '../../pipelines/stages/page-limits.ts'
import { comparePages, groupPages } from '../../pipelines/stages/page-order.ts'
import { unpackAsset } from '../../pipelines/stages/unpack.ts'
import {
  checkWhole,
  cutProblem,
  moreProblem,
  partError,
} from '../../pipelines/stages/whole-file.ts'

/** An asset about to be locked, and the file with its bytes. */
export interface TakenFile {
  asset: Asset
  file: string
}

/** A file that may be a page of an answer. */
interface Page {
  name: string
  asset: Asset
  file: string
}

/**
 * Refuses truncated files. Assets that are pages of one answer must be whole together: each begins
 * where the one before ends, and nothing follows the last. The same holds for stored copies and
 * files of an archive whose names number the pages. Archives are unpacked in `folder`. Throws
 * `StepError`.
 */
export async function checkTaken(taken: readonly TakenFile[], folder: string): Promise<void> {
  const isArchive = ({ asset }: TakenFile) => /\.(zip|gz)$/i.test(asset.name)
  for (const archive of taken.filter(isArchive)) await checkArchive(archive, folder)
  const pages = taken
    .filter((each) => !isArchive(each))
    .map(({ asset, file }) => ({ name: asset.name, asset, file }))
  const [fetched, held] = [true, false].map((wanted) =>
    pages.filter(({ asset }) => isFetched(asset) === wanted),
  )
  const answers = Map.groupBy(fetched, ({ asset }) => unpagedUrl(asset.url))
  for (const answer of answers.values()) await checkPages(answer.toSorted(byStart))
  for (const answer of groupPages(held, ({ name }) => name)) await checkPages(answer)
}

const isFetched = ({ url }: Asset) => /^https?:/.test(url)

function byStart({ asset: one }: Page, { asset: other }: Page): number {
  return pageStartOf(one.url) - pageStartOf(other.url) || comparePages(one.name, other.name)
}

/** Refuses pages, in their order, that are not a whole answer. Throws `StepError`. */
async function checkPages(pages: readonly Page[]): Promise<void> {
  if (pages.length < 2) {
    for (const { asset, file, name } of pages) await checkWhole(file, asset, name)
    return
  }
  let expected: number | null = 0
  const names = new Map<string, string>()
  for (const page of pages) {
    const { asset, file, name } = page
    const fail = (problem: string) => partError(asset.name, name, problem)
    const counts = await readAnswerCounts(file, name)
    const cut = counts && cutProblem(counts)
    if (cut) throw fail(cut)
    const start: number = isPaged(page) ? pageStartOf(asset.url) : (expected ?? 0)
    if (expected !== null && start !== expected)
      throw fail(`it begins at row ${start}, where row ${expected} comes next`)
    expected = counts && counts.rows !== null ? start + counts.rows : null
    const more = counts && moreProblem(counts, asset.url, start)
    if (asset.whole) continue
    if (more && page === pages.at(-1)) throw fail(more)
    // Files without rows, or without a statement of more rows, may be identical.
    if (!counts?.rows || !(more || isPaged(page))) continue
    const sha256 = await fileSha256(file)
    const same = names.get(sha256)
    if (same !== undefined) throw fail(`it has the bytes of ${same}: a page is there twice`)
    names.set(sha256, name)
  }
}

/** True when the URL of a page states its position; that of a file in an archive does not. */
const isPaged = ({ name, asset }: Page) => name === asset.name && isFetched(asset)

/** Refuses an archive that holds a truncated answer. Throws `StepError`. */
async function checkArchive({ asset, file }: TakenFile, folder: string): Promise<void> {
  const aside = await mkdtemp(join(folder, 'unpacked-'))
  try {
    const into = join(aside, 'files')
    const { members } = await unpackAsset(file, { into, name: asset.name })
    const pages = members.map(({ path }) => ({ name: path, asset, file: join(into, path) }))
    for (const answer of groupPages(pages, ({ name }) => name)) await checkPages(answer)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}
