// What a person has made with a building in Blender, when the building is sent again.
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bakeScene } from '../../architect/bake/bake-scene.ts'
import { nodesOf } from '../../architect/scene/scene.ts'
import { exampleScene } from '../houses/example-scenes.ts'
import { BlenderReceiver, HAS_BLENDER, HAS_SCREEN } from './blender-receiver.ts'
import { NO_BUILDING } from './faulty-glbs.ts'
import { endedJob, sendFile } from './test-receiver.ts'

const SCENE = exampleScene('family-house')
const NODES = Object.keys(SCENE.nodes).length
const PROJECT = { 'x-svc-project-id': 'family', 'x-svc-project-name': 'A%20house' }
const WALL = nodesOf(SCENE, 'wall')[0].id
const LIBRARY = join(tmpdir(), `plat-library-${process.pid}.blend`)
/** An import in a window that is drawn by the processor, on a busy machine. */
const TEST_MS = 120_000

describe.each([
  ['without a window', false, HAS_BLENDER],
  ['in a window', true, HAS_BLENDER && HAS_SCREEN],
] as const)('Blender %s', (_name, hasWindow, canRun) => {
  describe.skipIf(!canRun)('and what a person has made', { timeout: TEST_MS }, () => {
    let blender: BlenderReceiver
    let glb: Buffer
    beforeAll(async () => {
      const baked = await bakeScene(SCENE)
      if (baked.kind === 'empty') throw new Error('the house has solids')
      glb = Buffer.from(baked.glb)
      blender = await BlenderReceiver.open(hasWindow)
    }, TEST_MS)
    afterAll(async () => {
      await blender?.close()
      rmSync(LIBRARY, { force: true })
    })
    beforeEach(async () => {
      await blender.run('bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)')
      await send()
    })

    const send = async (replaced = false) =>
      expect(
        await endedJob(blender.port, await sendFile(blender.port, glb, PROJECT)),
      ).toMatchObject({ state: 'done', summary: { objects: NODES, replaced } })
    /** Runs lines of Python with the first wall as `wall`. */
    const run = <Value>(...lines: string[]) =>
      blender.run<Value>([`wall = bpy.data.objects.get("${WALL}")`, ...lines].join('\n'))
    const value = <Value>(expression: string) => run<Value>(`answer = ${expression}`)

    test('objects and collections within its own stay where they are', async () => {
      await run(
        'lamp = bpy.data.objects.new("Lamp", None)',
        'wall.users_collection[0].objects.link(lamp)',
        'lamp.parent = wall',
        'lamp.location = (1, 2, 3)',
        'own = bpy.data.collections.new("Own")',
        'wall.users_collection[0].children.link(own)',
        'chair = bpy.data.objects.new("Chair", bpy.data.meshes.new("Chair"))',
        'own.objects.link(chair)',
        'glass = next(m for m in bpy.data.materials if m.name.startswith("glass"))',
        'chair.data.materials.append(glass)',
        'bpy.context.view_layer.update()',
      )
      const places = () =>
        run<unknown[]>(
          'bpy.context.view_layer.update()',
          'lamp, chair = bpy.data.objects["Lamp"], bpy.data.objects["Chair"]',
          'answer = [[round(v, 4) for v in lamp.matrix_world.translation], lamp.parent.name,',
          '    [c.name for c in lamp.users_collection], [c.name for c in chair.users_collection],',
          '    sorted(c.name for c in wall.users_collection[0].children),',
          '    [o.name in bpy.context.view_layer.objects for o in (lamp, chair)],',
          '    chair.data.materials[0] is not None]',
        )
      const before = await places()
      await send(true)
      expect(await places()).toEqual(before)
    })

    test('copies, also of parts and of a whole scene, are not replaced', async () => {
      await run(
        'copy = wall.copy()',
        'copy.data = wall.data.copy()',
        'bpy.context.scene.collection.objects.link(copy)',
        'bpy.ops.scene.new(type="FULL_COPY") if bpy.app.background else None',
      )
      const count = () => value<number>('len([o for o in bpy.data.objects if "svcId" in o])')
      const names = () => value<string[]>('sorted(o.name for o in bpy.data.objects)')
      const [before, beforeNames] = [await count(), await names()]
      await send(true)
      expect(await count()).toBe(before)
      expect(await names()).toEqual(beforeNames)
      expect(await value(`bpy.data.objects["${WALL}.001"].data is not None`)).toBe(true)
    })

    test('a renamed object is replaced, and its name is that of the building again', async () => {
      await run('wall.name = "Kitchen wall"')
      await send(true)
      expect(await value('"Kitchen wall" in bpy.data.objects')).toBe(false)
      expect(await value('len([o for o in bpy.data.objects if "svcId" in o])')).toBe(NODES)
    })

    test('modifiers, constraints and the camera use the new objects', async () => {
      await run(
        'chair = bpy.data.objects.new("Chair", bpy.data.meshes.new("Chair"))',
        'bpy.context.scene.collection.objects.link(chair)',
        'chair.modifiers.new("Cut", "BOOLEAN").object = wall',
        'chair.constraints.new("TRACK_TO").target = wall',
        'walls = bpy.data.objects.new("Walls", None)',
        'walls.instance_type = "COLLECTION"',
        'walls.instance_collection = wall.users_collection[0]',
        'bpy.context.scene.collection.objects.link(walls)',
        'own = bpy.data.collections.new("Own")',
        'bpy.context.scene.collection.children.link(own)',
        'own.objects.link(wall)',
      )
      const used = () =>
        run<unknown>(
          'chair, walls = bpy.data.objects["Chair"], bpy.data.objects["Walls"]',
          'answer = [chair.modifiers["Cut"].object == wall, chair.constraints[0].target == wall,',
          '    walls.instance_collection == wall.users_collection[0] or',
          '    walls.instance_collection == wall.users_collection[1],',
          '    [o.name for o in bpy.data.collections["Own"].objects],',
          '    len(wall.users_collection)]',
        )
      const before = await used()
      expect(before).toEqual([true, true, true, [WALL], 2])
      await send(true)
      expect(await used()).toEqual(before)
    })

    test('a building that was moved to another collection or scene stays there', async () => {
      await run(
        'root = next(c for c in bpy.data.collections if c.get("plat_part") == "building")',
        'place = bpy.data.collections.new("Place")',
        'bpy.context.scene.collection.children.link(place)',
        'place.children.link(root)',
        'bpy.context.scene.collection.children.unlink(root)',
        'lamp = bpy.data.objects.new("Lamp", None)',
        'root.objects.link(lamp)',
        'first = bpy.context.scene',
        'second = bpy.data.scenes.new("Second")',
        'window = bpy.context.window_manager.windows[0]',
        'window.scene = second',
      )
      const counts = () =>
        value<unknown>(
          '[len(s.objects) for s in bpy.data.scenes] + [[c.name for c in bpy.data.collections["Place"].children]]',
        )
      const before = await counts()
      await send(true)
      expect(await counts()).toEqual(before)
    })

    test('what is linked from another file is not touched', async () => {
      const path = JSON.stringify(LIBRARY)
      await run(
        `bpy.data.objects["${WALL}"].users_collection[0].objects.link(bpy.data.objects.new("Cup", None))`,
        `bpy.ops.wm.save_as_mainfile(filepath=${path}, copy=True)`,
        'bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)',
        `with bpy.data.libraries.load(${path}, link=True) as (there, here):`,
        '    here.collections = ["A house"]',
        '    here.objects = ["Cup"]',
        'bpy.context.scene.collection.children.link(here.collections[0])',
        'cup = bpy.data.objects.new("Cup", None)',
        'bpy.context.scene.collection.objects.link(cup)',
      )
      const linked = () => value<number>('len([o for o in bpy.data.objects if o.library])')
      const before = await linked()
      expect(before).toBeGreaterThan(NODES)
      await send(false)
      await run(
        'root = next(c for c in bpy.data.collections if c.get("plat_part") and not c.library)',
        'root.objects.link(next(o for o in bpy.data.objects if o.name == "Cup" and o.library))',
      )
      await send(true)
      expect(await linked()).toBe(before)
      expect(
        await value(
          'len(next(o for o in bpy.data.objects if o.name == "Cup" and o.library).users_collection)',
        ),
      ).toBe(2)
    })

    test('an object under one that is gone stays where it is', async () => {
      await run(
        'parent = bpy.data.objects.new("gone", None)',
        'parent.parent = wall',
        'parent.location = (1, 1, 1)',
        'wall.users_collection[0].objects.link(parent)',
        'parent["plat_project"], parent["plat_name"] = "family", "gone"',
        'lamp = bpy.data.objects.new("Lamp", None)',
        'lamp.parent = parent',
        'lamp.location = (0, 0, 2)',
        'bpy.context.scene.collection.objects.link(lamp)',
        'bpy.context.view_layer.update()',
      )
      const place = () =>
        run<number[]>(
          'bpy.context.view_layer.update()',
          'answer = [round(v, 4) for v in bpy.data.objects["Lamp"].matrix_world.translation]',
        )
      const before = await place()
      await send(true)
      expect(await place()).toEqual(before)
      expect(await value('bpy.data.objects["Lamp"].parent.name')).toBe(WALL)
      expect(await value('"gone" in bpy.data.objects')).toBe(false)
    })

    if (hasWindow)
      test('an object that may be grabbed is removed a minute later', async () => {
        await run(
          'wall.select_set(True)',
          'bpy.context.view_layer.objects.active = wall',
          'bpy.grabbed = wall',
        )
        await send(true)
        expect(
          await value(
            '[bpy.grabbed.name, list(bpy.grabbed.users_collection), bpy.grabbed.data.name]',
          ),
        ).toEqual(['Replaced', [], 'Replaced'])
        await run('import plat_import.swap', 'plat_import.swap._due_at = 0')
        await expect
          .poll(() => value('["Replaced" in l for l in (bpy.data.objects, bpy.data.meshes)]'))
          .toEqual([false, false])
      })

    if (hasWindow)
      test('a file that is refused does not cost what was undone', async () => {
        const inWindow = (call: string) =>
          run(
            `w = bpy.context.window_manager.windows[0]\nwith bpy.context.temp_override(window=w): ${call}`,
          )
        await run('bpy.data.objects.new("Added", None)')
        await inWindow('bpy.ops.ed.undo_push(message="Added")')
        await inWindow('bpy.ops.ed.undo()')
        expect(await value('"Added" in bpy.data.objects')).toBe(false)
        const other = NO_BUILDING[0].bytes(glb)
        const failed = await endedJob(blender.port, await sendFile(blender.port, other, PROJECT))
        expect(failed.state).toBe('failed')
        await inWindow('bpy.ops.ed.redo()')
        expect(await value('"Added" in bpy.data.objects')).toBe(true)
      })
  })
})
