import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openBuild } from '../catalog/build-folder.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { SILENT } from '../terminal/progress.ts'
import { writePushableBuild } from '../tests/fixtures/pushable-build.ts'
import { bucketGround, folderGround } from '../tests/fixtures/store-ground.ts'
import { isLongRun } from '../tests/long-run.ts'
import { GRACE_MS } from './file-objects.ts'
import { pullBuild } from './pull-build.ts'
import { pushBuild } from './push-build.ts'
import { pinStored, readStorePin } from './store-pin.ts'

const KILLS = isLongRun ? 100 : 1
const BUILDS = ['a', 'b', 'c', 'd']
/** A process is killed after it has begun so many steps at most, and so much later at most. */
const STEPS_MAX = 6
const LATER_MS = 60
const SCRIPT = fileURLToPath(new URL('../tests/fixtures/store-churn.ts', import.meta.url))

test.each(['a folder', ...(isLongRun ? ['a bucket'] : [])])(
  'after each kill of push, pin or gc the pin of %s names a whole build',
  async (kind) => {
    const root = await mkdtemp(join(tmpdir(), 'plat-killed-'))
    const random = seededRandom(20261127)
    const home = join(root, 'home')
    const bucket = await bucketGround()
    const folder = join(root, 'store')
    const [ground, place] =
      kind === 'a bucket' ? [bucket, bucket.place] : [await folderGround(folder), folder]
    const { storage } = ground
    const killed = new Set<string>()
    try {
      for (const id of BUILDS)
        await pushBuild(storage, await writePushableBuild(home, id), { progress: SILENT })
      await pinStored(storage, 'a')
      for (let kill = 0; kill < KILLS; kill++) {
        await ground.age(2 * GRACE_MS)
        const args = [SCRIPT, place, home, `${kill}`, ...BUILDS]
        const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
        let steps = ''
        child.stdout.on('data', (text) => {
          steps += text
        })
        const begun = 1 + Math.floor(random() * STEPS_MAX)
        while (child.exitCode === null && steps.split('\n').length <= begun) await sleep(1)
        await sleep(random() * LATER_MS)
        expect(child.exitCode).toBeNull()
        child.kill('SIGKILL')
        await once(child, 'close')
        killed.add(steps.trim().split('\n').at(-1)!)
        const { pin } = await readStorePin(storage)
        const into = join(root, 'other')
        expect(
          await pullBuild(storage, pin!.build, { home: into, progress: SILENT }),
        ).not.toBeNull()
        await rm(into, { recursive: true })
      }
      if (isLongRun) expect([...killed].sort()).toEqual(['gc', 'pin', 'push'])
      // What the killed ones left blocks nobody.
      for (const id of BUILDS) {
        await pushBuild(storage, await openBuild(id, home), { progress: SILENT, settledMs: 0 })
        await pinStored(storage, id)
      }
    } finally {
      await storage.close()
      await bucket.close()
      await rm(root, { recursive: true })
    }
  },
  900_000,
)
