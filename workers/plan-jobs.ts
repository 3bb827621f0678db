import { derivedTables } from '../builds/derived-tables.ts'
import { planParts } from '../builds/pack-parts.ts'
import { type BuildPlan, locksOf, type PartitionJob } from '../builds/plan.ts'
import { LAYERS } from '../layers/index.ts'
import { jobName, type PlannedJob } from '../queue/build-job.ts'
import { distinct } from '../values/distinct.ts'

/**
 * Groups of the regions of one archive. Each group reads all rows of its layer: with more of them
 * machines would read more and draw less.
 */
const TILE_GROUPS_MAX = 8

/** The jobs of a build, and the order in which they may run. */
export function planJobs(plan: BuildPlan): PlannedJob[] {
  const jobs: PlannedJob[] = []
  /** Adds a job and returns its name. */
  const add = (kind: string, subject: string, after: readonly string[]): string => {
    const name = jobName(kind, subject)
    jobs.push({ name, kind, subject, after: distinct(after) })
    return name
  }
  const locks = distinct(plan.jobs.flatMap(lockIdsOf))
  const lockJobs = new Map(locks.map((id) => [id, add('lock', id, [])]))
  const partitions = new Map<string, string[]>()
  for (const job of plan.jobs) {
    const after = lockIdsOf(job).map((id) => lockJobs.get(id)!)
    const name = add('partition', `${job.pipeline.id}/${job.partition}`, after)
    partitions.set(job.pipeline.id, [...(partitions.get(job.pipeline.id) ?? []), name])
  }
  const coverage = add('coverage', '', [...partitions.values()].flat())
  const packs: string[] = []
  const others: string[] = []
  const groups = tileGroups(plan)
  for (const [layer, after] of partitions) {
    for (const part of partsOf(plan, layer)) packs.push(add('pack', `${layer}/${part}`, after))
    if (hasArchive(plan, layer)) {
      const tiles: string[] = []
      const of = groups.get(layer) ?? 0
      for (let number = 0; number < of; number++)
        tiles.push(add('tiles', `${layer}/${number}`, after))
      others.push(add('archive', layer, tiles.length > 0 ? tiles : after))
    }
    others.push(add('audit', layer, after))
  }
  const addresses = add('addresses', '', [...packs, coverage])
  others.push(add('search', '', [addresses]))
  for (const [layer, subjects] of subjectsOf(plan))
    for (const subject of subjects)
      for (const part of partsOf(plan, layer))
        others.push(add('facts', `${subject}/${part}`, [addresses]))
  add('assemble', '', [addresses, ...others])
  return jobs
}

/**
 * Groups of the regions of the archives of layers with several partitions: one a partition, up to
 * the bound.
 */
export function tileGroups(plan: BuildPlan): Map<string, number> {
  const groups = new Map<string, number>()
  for (const layer of distinct(plan.jobs.map(({ pipeline }) => pipeline.id))) {
    const partitions = ownJobs(plan, layer).length
    if (partitions > 1) groups.set(layer, Math.min(partitions, TILE_GROUPS_MAX))
  }
  return groups
}

function lockIdsOf(job: PartitionJob): string[] {
  return locksOf(job).map(({ id }) => id)
}

function ownJobs(plan: BuildPlan, layer: string): PartitionJob[] {
  return plan.jobs.filter(({ pipeline }) => pipeline.id === layer)
}

/** Names of the files of a layer's packs. */
function partsOf(plan: BuildPlan, layer: string): string[] {
  const ids = ownJobs(plan, layer).map(({ partition }) => ({ id: partition }))
  return planParts(ids).map(({ name }) => name)
}

function hasArchive(plan: BuildPlan, layer: string): boolean {
  const table = LAYERS.find(({ id }) => id === layer)?.archive?.table
  return ownJobs(plan, layer).some(({ pipeline }) => pipeline.tables.includes(table ?? ''))
}

/** Tables that rows are derived for, by their layer. */
function subjectsOf(plan: BuildPlan): [layer: string, subjects: string[]][] {
  const subjects = [...derivedTables(plan.jobs.flatMap(({ pipeline }) => pipeline.tables)).keys()]
  const layers = distinct(plan.jobs.map(({ pipeline }) => pipeline.id))
  return layers.map((layer) => [
    layer,
    subjects.filter((name) =>
      ownJobs(plan, layer).some(({ pipeline }) => pipeline.tables.includes(name)),
    ),
  ])
}
