import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { StepError } from '../../terminal/step-error.ts'
import type { PartitionContext } from '../pipeline.ts'
import { comparePages } from '../stages/page-order.ts'
import { findMember } from '../stages/unpack-member.ts'
import type { Feed } from './feed.ts'

/** The files of a feed in their order, and the problems of missing ones. */
export interface FeedFiles {
  files: string[]
  problems: string[]
}

/**
 * Finds a feed's files. A file missing from the lock or an archive is a problem of the feed, with
 * its name; bytes that cannot be fetched now fail the run, as anywhere: the build is made later.
 */
export async function feedFiles(
  { asset, member, pages, unavailable }: Feed,
  context: Pick<PartitionContext, 'asset'>,
): Promise<FeedFiles> {
  if (asset === null) return { files: [], problems: [unavailable!] }
  const found: FeedFiles = { files: [], problems: [] }
  for (const name of [asset].flat()) {
    try {
      const folder = await context.asset(name)
      const own = member ?? name.slice(name.indexOf('/') + 1)
      if (pages) found.files.push(...(await pagesIn(folder, pages, name)))
      else found.files.push(await findMember(folder, own, name))
    } catch (error) {
      if (!isAbsence(error)) throw error
      found.problems.push(error.message)
    }
  }
  return found
}

/** Whether the lock has no such asset, or the archive no such member; not a network failure. */
function isAbsence(error: unknown): error is StepError {
  if (!(error instanceof StepError)) return false
  const { step, message } = error
  return (step === 'find the asset' && / has no asset /.test(message)) || step === 'read the asset'
}

/** Files whose name matches, `page_2` before `page_10`. */
async function pagesIn(folder: string, pattern: string, asset: string): Promise<string[]> {
  const fits = patternOf(pattern)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && fits.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  if (files.length === 0)
    throw new StepError('read the asset', asset, `${pattern} fits none of its files`, 'Correct it.')
  return files.sort((a, b) => comparePages(basename(a), basename(b)))
}

function patternOf(pattern: string): RegExp {
  const literal = (text: string) => text.replace(/[^A-Za-z0-9_]/g, '\\$&')
  return new RegExp(`^${pattern.split('*').map(literal).join('.*')}$`, 'i')
}
