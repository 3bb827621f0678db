import type { GridPoint } from '../../geometry/grid-point.ts'
import type { PermitMapping } from '../../layers/permits/mapping.ts'
import { StepError } from '../../terminal/step-error.ts'
import { RowError } from '../../values/row-error.ts'
import type { PartitionContext } from '../pipeline.ts'
import type { SourceFeature } from '../stages/read-features.ts'
import type { Tally } from '../stages/tally.ts'
import { openCsvPage } from './csv-page.ts'
import type { Feed } from './feed.ts'
import { feedFiles } from './feed-files.ts'
import { checkHead, type FeedPage, type PageRow } from './feed-page.ts'
import { openJsonPage } from './json-page.ts'
import { PointFrame } from './point-frame.ts'

/** One feed being read. Its problems are complete once all its features were read. */
export class FeedReading {
  readonly feed: Feed
  readonly mapping: PermitMapping
  /** Reasons why it counts as unavailable; empty for a feed that was read whole. */
  readonly problems: string[] = []
  /** Files that were read. */
  pages = 0
  /** How its coordinates became lon/lat. */
  readonly operations = new Set<string>()
  private readonly context: PartitionContext
  private readonly tally: Tally

  constructor(feed: Feed, mapping: PermitMapping, context: PartitionContext, tally: Tally) {
    this.feed = feed
    this.mapping = mapping
    this.context = context
    this.tally = tally
  }

  /** All features that can be read; a page that cannot is a problem, and the others stay. */
  async *features(): AsyncGenerator<SourceFeature[]> {
    const { files, problems } = await feedFiles(this.feed, this.context)
    this.problems.push(...problems)
    const step = this.context.progress.step(`read ${this.feed.name}`, { unit: 'rows' })
    let number = 0
    let hasMore = false
    for (const path of files) {
      const opened = await this.openPage(path)
      if (!opened) continue
      const { page, frame } = opened
      this.pages++
      this.operations.add(frame.operation)
      for await (const rows of page.rows) {
        yield this.placed(rows, number, frame)
        number += rows.length
        step.advance(rows.length)
      }
      ;({ hasMore } = page)
    }
    if (hasMore) this.problems.push('its last page states that there is more')
    else if (files.length === 1 && this.pages === 1) await this.checkWhole(files[0])
    step.done(`${number.toLocaleString('en-US')} rows, ${this.problems.length} problems`)
  }

  /** Adds a problem where the one file is full to the limit of its URL. Its rows stay. */
  private async checkWhole(file: string): Promise<void> {
    const [asset] = [this.feed.asset ?? []].flat()
    try {
      await this.context.checkWhole(asset, file)
    } catch (error) {
      if (!(error instanceof StepError)) throw error
      this.problems.push(error.message)
    }
  }

  /**
   * Opens a page; null for a file that is not a page of this feed, whose error becomes a problem.
   */
  private async openPage(path: string): Promise<{ page: FeedPage; frame: PointFrame } | null> {
    const { feed, mapping, context, tally } = this
    try {
      await checkHead(path, feed)
      const { kind } = feed
      const page =
        kind === 'csv'
          ? await openCsvPage(path, feed, mapping, context, tally)
          : await openJsonPage(path, feed, kind, mapping)
      // An unknown frame is a problem of the feed too.
      return { page, frame: new PointFrame(page.crs, feed.name) }
    } catch (error) {
      if (!(error instanceof StepError)) throw error
      this.problems.push(error.message)
      return null
    }
  }

  private placed(rows: readonly PageRow[], first: number, frame: PointFrame): SourceFeature[] {
    const features: SourceFeature[] = []
    for (const [i, { attributes, at }] of rows.entries()) {
      const number = first + i
      try {
        const point = pointOf(at, frame)
        features.push({
          number,
          polygons: null,
          lines: null,
          point,
          collapsedRings: 0,
          attributes,
        })
      } catch (error) {
        if (!(error instanceof RowError)) throw error
        this.tally.reject(error.stat, `${this.feed.name}, row ${number + 1}: ${error.message}`)
      }
    }
    return features
  }
}

function pointOf(at: PageRow['at'], frame: PointFrame): GridPoint {
  if (at === null) throw new RowError('permits.without_location', 'it has no usable coordinates')
  return frame.toGrid(at.x, at.y)
}
