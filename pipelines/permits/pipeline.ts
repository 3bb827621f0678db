import { z } from 'zod'
import { type PermitMapping, readPermitMapping } from '../../layers/permits/mapping.ts'
import { permitValues } from '../../layers/permits/permit-values.ts'
import { permits as permitsTable } from '../../layers/permits/tables.ts'
import { columnsOf } from '../../packs/table.ts'
import { StepError } from '../../terminal/step-error.ts'
import { joinNotes } from '../../values/joined-notes.ts'
import { declareCoverage } from '../coverage.ts'
import { LayerFile, PartitionBase, readPartitions } from '../partition.ts'
import type { PartitionContext, PartitionTable, Pipeline } from '../pipeline.ts'
import { convertPoints } from '../stages/convert.ts'
import { StagingTable } from '../stages/load.ts'
import { writeKeyed } from '../stages/table.ts'
import { Tally } from '../stages/tally.ts'
import { Feed } from './feed.ts'
import { FeedReading } from './feed-reading.ts'
import { type FeedSpan, feedSpans, writeFeedThrough } from './feed-spans.ts'
import { lastDayOf } from './last-day.ts'

export const PermitsPartition = PartitionBase.extend({
  feeds: z
    .array(Feed)
    .min(1)
    .refine((feeds) => new Set(feeds.map(({ name }) => name)).size === feeds.length, {
      message: 'two feeds have one name',
    }),
  /** A layer that declares the feeds' joint coverage; null when none does. */
  coverage: LayerFile.nullable(),
  note: z.string().min(1),
})
export type PermitsPartition = z.infer<typeof PermitsPartition>

export const permits: Pipeline<PermitsPartition> = {
  id: 'permits',
  tables: [permitsTable.name],
  partitions: () => readPartitions('permits', PermitsPartition),
  run: (definition, context) => makePermits(definition, readPermitMapping, context),
}

/**
 * Makes the table of one partition's feeds. A feed that could not be read whole is named in the
 * partition's coverage, and its rows stay. Throws `StepError` when none could be read.
 */
export async function makePermits(
  definition: PermitsPartition,
  mappingOf: (id: string) => Promise<PermitMapping>,
  context: PartitionContext,
): Promise<PartitionTable[]> {
  const { staging, partition } = context
  const tally = new Tally()
  const readings: FeedReading[] = []
  const lastDay = await lastDayOf(definition.lock)
  const staged = await StagingTable.create(staging, permitsTable.name, columnsOf(permitsTable))
  for (const feed of definition.feeds) {
    const reading = new FeedReading(feed, await mappingOf(feed.mapping), context, tally)
    readings.push(reading)
    const of = { mapping: reading.mapping, feed: feed.name, lastDay }
    const rows = convertPoints(
      reading.features(),
      (feature) => permitValues(feature, of, tally),
      tally,
    )
    for await (const batch of rows)
      staged.add(batch.map((row) => ({ ...row, values: { ...row.values, partition } })))
    for (const problem of reading.problems)
      context.progress.note(`${feed.name} was not read whole: ${problem}`)
  }
  staged.finish()
  checkReadings(readings, partition)
  const spans = await feedSpans(staging)
  await writeFeedThrough(staging)
  const written = await writeKeyed(permitsTable, tally, context)
  const unavailable = readings.filter(({ problems }) => problems.length > 0)
  tally.add('permits.feed_unavailable', unavailable.length)
  const coverage = {
    ...(await declareCoverage(definition.coverage, context)),
    note: noteOf(definition, readings, spans),
    feeds_unavailable: unavailable.map(({ feed }) => feed.name),
  }
  return [{ ...written, coverage }]
}

function checkReadings(readings: readonly FeedReading[], partition: string): void {
  if (readings.some(({ pages }) => pages > 0)) return
  const problems = readings.map(({ feed, problems: why }) => `${feed.name}: ${why.join('; ')}`)
  throw new StepError(
    'read the feeds',
    `permits/${partition}`,
    `none of them could be read: ${problems.join('. ')}`,
    'Take the lock again when the services answer, or correct the mapping.',
  )
}

/** Note of the answers about their age and about missing feeds. */
function noteOf(
  { note }: PermitsPartition,
  readings: readonly FeedReading[],
  spans: ReadonlyMap<string, FeedSpan>,
): string {
  const feeds = readings.map(({ feed, problems }) => {
    const span = spans.get(feed.name)
    const issued = span?.from
      ? `permits issued from ${span.from} to ${span.through}`
      : span
        ? 'permits without a date of issue'
        : 'no permit'
    const why = problems.length > 0 ? `, and was not read whole: ${problems.join('; ')}` : ''
    return `${feed.name}: ${issued}${why}.`
  })
  const notes = new Set(readings.flatMap(({ mapping }) => mapping.note ?? []))
  const operations = new Set(readings.flatMap((reading) => [...reading.operations]))
  return joinNotes(note, ...notes, ...feeds, `Coordinates: ${[...operations].join('; ')}.`)
}
