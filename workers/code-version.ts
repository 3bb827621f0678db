import { planBuild } from '../builds/plan.ts'
import { PIPELINES } from '../pipelines/index.ts'

/** Characters of a version: as many as the hash in the id of a build has. */
const VERSION_LENGTH = 12

/**
 * Version of all that builds of this machine depend on: the code, the partition files, the locks
 * and the key secret. Two machines with the same one make the same bytes.
 */
export async function codeVersion(home: string): Promise<string> {
  const names: string[] = []
  for (const { id, partitions } of PIPELINES)
    for (const partition of (await partitions()).keys()) names.push(`${id}/${partition}`)
  const { build } = await planBuild(names, home)
  return build.slice(-VERSION_LENGTH)
}
