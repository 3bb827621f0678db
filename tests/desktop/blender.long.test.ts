// The add-on in Blender: the contract of desktop import, and what a building is there.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { bakeScene } from '../../architect/bake/bake-scene.ts'
import { readGlbJson } from '../../architect/bake/glb-file.ts'
import { sceneOfGlb } from '../../architect/bake/scene-of-glb.ts'
import { readGlb } from '../../architect/desktop/glb-check.ts'
import { signedArea } from '../../architect/geometry/polygon.ts'
import { nodesOf } from '../../architect/scene/scene.ts'
import { sceneHash } from '../../architect/scene/scene-hash.ts'
import { exampleScene } from '../houses/example-scenes.ts'
import { BlenderReceiver, HAS_BLENDER, HAS_SCREEN } from './blender-receiver.ts'
import { NO_BUILDING, NOT_GLB } from './faulty-glbs.ts'
import { testImportContract } from './import-contract.ts'
import { endedJob, send, sendFile } from './test-receiver.ts'

const SCENE = exampleScene('family-house')
const NODES = Object.keys(SCENE.nodes).length
const PROJECT = { 'x-svc-project-id': 'family', 'x-svc-project-name': 'A%20house' }
/** An import in a window that is drawn by the processor, on a busy machine. */
const TEST_MS = 120_000
/** A bad file is tried in the window too, but not each of them. */
const MODES: [name: string, hasWindow: boolean, canRun: boolean][] = [
  ['without a window', false, HAS_BLENDER],
  ['in a window', true, HAS_BLENDER && HAS_SCREEN],
]

describe.each(MODES)('Blender %s', (_name, hasWindow, canRun) => {
  describe.skipIf(!canRun)('by the contract', () => {
    testImportContract(() => BlenderReceiver.open(hasWindow))
  })

  describe.skipIf(!canRun)('with a family house', { timeout: TEST_MS }, () => {
    let blender: BlenderReceiver
    let glb: Buffer
    beforeAll(async () => {
      const baked = await bakeScene(SCENE)
      if (baked.kind === 'empty') throw new Error('the house has solids')
      glb = Buffer.from(baked.glb)
      blender = await BlenderReceiver.open(hasWindow)
    }, 120_000)
    afterAll(() => blender?.close())

    const imported = async (file = glb, headers: Record<string, string> = PROJECT) =>
      await endedJob(blender.port, await sendFile(blender.port, file, headers))
    /** Value of an expression of Python on the main thread. */
    const value = <Value>(expression: string, ...before: string[]) =>
      blender.run<Value>([...before, `answer = ${expression}`].join('\n'))
    beforeEach(async () => {
      await blender.run('bpy.context.scene.unit_settings.scale_length = 1')
      expect(await imported()).toMatchObject({ state: 'done' })
    })

    test('all nodes are objects of their names, in collections by building, level and kind', async () => {
      const names = await value<string[]>('[o.name for o in bpy.data.objects if "svcId" in o]')
      expect(names.sort()).toEqual(Object.keys(SCENE.nodes).sort())
      const ids = await value<string[]>('[o["svcId"] for o in bpy.data.objects if "svcId" in o]')
      expect(ids.sort()).toEqual(names)
      const tree = await value<Record<string, string[]>>('digest()["tree"]')
      const levels = nodesOf(SCENE, 'level').map(({ label }) => `${label}`)
      expect(tree['A house'].sort()).toEqual(expect.arrayContaining(levels))
      expect(tree[levels[0]]).toEqual(
        expect.arrayContaining([
          `${levels[0]}: Walls`,
          `${levels[0]}: Doors`,
          `${levels[0]}: Rooms`,
        ]),
      )
      const walls = await value<string[]>(
        `[o["kind"] for o in bpy.data.collections["${levels[0]}: Walls"].objects]`,
      )
      expect(new Set(walls)).toEqual(new Set(['wall']))
      const parents = await value<Record<string, string | null>>(
        '{o["svcId"]: o.parent["svcId"] if o.parent else None for o in bpy.data.objects if "svcId" in o}',
      )
      for (const { id, parent } of Object.values(SCENE.nodes)) expect(parents[id], id).toBe(parent)
    })

    test('nothing of the importer stays selected, and new objects go where they went', async () => {
      expect(
        await value('len([o for o in bpy.context.view_layer.objects if o.select_get()])'),
      ).toBe(await value('0 if "Cube" not in bpy.data.objects else 1'))
      expect(await value('bpy.context.view_layer.active_layer_collection.name')).toBe('Collection')
      expect(await value('"Plat import" in bpy.data.collections')).toBe(false)
    })

    test('rooms are outlined floors of their areas, above the floors of their levels', async () => {
      const rooms = await value<Record<string, [area: number, height: number, type: string]>>(
        '{o["svcId"]: [sum(p.area for p in o.data.polygons), o.matrix_world.translation.z, o.type] for o in bpy.data.objects if o.get("kind") == "zone"}',
        'bpy.context.view_layer.update()',
      )
      const zones = nodesOf(SCENE, 'zone')
      expect(Object.keys(rooms)).toHaveLength(zones.length)
      const heights = await value<Record<string, number>>(
        '{o["svcId"]: o.matrix_world.translation.z for o in bpy.data.objects if o.get("kind") == "level"}',
      )
      for (const { id, polygon, parent } of zones) {
        const [area, height, type] = rooms[id]
        expect(type).toBe('MESH')
        expect(area, id).toBeCloseTo(Math.abs(signedArea(polygon)), 2)
        expect(height).toBeCloseTo(heights[parent!] + 0.01, 4)
      }
      const first = zones[0].polygon
      const corners = await value<number[][]>(
        `[list(o.matrix_world @ v.co) for o in [bpy.data.objects["${zones[0].id}"]] for v in o.data.vertices]`,
      )
      for (const [x, z] of first)
        expect(
          corners.some(([cx, cy]) => Math.hypot(cx - x, cy + z) < 1e-3),
          `${x} ${z}`,
        ).toBe(true)
    })

    test('the building stands where it does in Plat, as large, in the unit of the scene', async () => {
      const box = () =>
        value<number[]>(
          '[f(v[i] for o in bpy.data.objects if o.get("kind") == "wall" and o.type == "MESH" for v in [o.matrix_world @ __import__("mathutils").Vector(c) for c in o.bound_box]) for i in range(3) for f in (min, max)]',
          'bpy.context.view_layer.update()',
        )
      const inMetres = await box()
      const points = nodesOf(SCENE, 'wall').flatMap(({ start, end }) => [start, end])
      const xs = points.map(([x]) => x)
      expect(inMetres[0]).toBeCloseTo(Math.min(...xs), 0)
      expect(inMetres[1]).toBeCloseTo(Math.max(...xs), 0)
      await blender.run('bpy.context.scene.unit_settings.scale_length = 0.01')
      await imported()
      const inCentimetres = await box()
      inCentimetres.forEach((each, at) => void expect(each / 100).toBeCloseTo(inMetres[at], 2))
    })

    test('glass lets light through in EEVEE and Cycles', async () => {
      const glass = await value<[number, boolean][]>(
        '[[n.inputs["Transmission" if "Transmission" in n.inputs else "Transmission Weight"].default_value, m.use_screen_refraction] for m in bpy.data.materials if m.use_nodes for n in m.node_tree.nodes if n.type == "BSDF_PRINCIPLED" and m.name.startswith("glass")]',
      )
      expect(glass.length).toBeGreaterThan(0)
      for (const [transmission, isRefracted] of glass) {
        expect(transmission).toBeGreaterThan(0.8)
        expect(isRefracted).toBe(true)
      }
      expect(
        await value(
          '[bpy.context.scene.eevee.use_ssr, bpy.context.scene.eevee.use_ssr_refraction]',
        ),
      ).toEqual([true, true])
    })

    test('clips are muted tracks; doors open from the current frame when they are played', async () => {
      const { animations = [] } = readGlbJson(glb)
      const tracks = await value<[string, boolean][]>(
        '[[t.name, t.mute] for o in bpy.data.objects if o.animation_data for t in o.animation_data.nla_tracks]',
      )
      expect(new Set(tracks.map(([name]) => name))).toEqual(
        new Set(animations.map(({ name }) => name)),
      )
      expect(tracks.every(([, isMuted]) => isMuted)).toBe(true)
      const places = (frame: number) =>
        value<Record<string, number[]>>(
          '{o.name: [round(v, 3) for r in o.matrix_world for v in r] for o in bpy.data.objects if "plat_rest" in o}',
          `bpy.context.scene.frame_set(${frame})`,
        )
      const rest = await places(1)
      expect(await places(30)).toEqual(rest)
      await blender.run('bpy.context.scene.frame_set(50)\nbpy.ops.plat.play_clips()')
      await blender.run('bpy.ops.screen.animation_cancel() if not bpy.app.background else None')
      expect(await places(50)).toEqual(rest)
      const opened = await places(90)
      for (const name of Object.keys(rest)) expect(opened[name], name).not.toEqual(rest[name])
      await blender.run('bpy.ops.plat.close_clips()')
      expect(await places(90)).toEqual(rest)
      expect(await places(60)).toEqual(rest)
    })

    test('sent again it replaces what was there, with the same objects and names', async () => {
      const before = await blender.contents()
      for (let time = 0; time < 3; time++)
        expect(await imported()).toMatchObject({
          state: 'done',
          summary: { replaced: true, objects: NODES },
        })
      expect(await blender.contents()).toEqual(before)
    })

    test('a file that is bad leaves everything as it was', async () => {
      const before = await blender.contents()
      for (const { bytes, what } of NOT_GLB)
        expect((await sendFile(blender.port, bytes(glb), PROJECT)).status, what).toBe(400)
      for (const { bytes, what } of NO_BUILDING)
        expect(await imported(bytes(glb)), what).toMatchObject({ state: 'failed' })
      expect(await blender.contents()).toEqual(before)
    })

    test('a file at which the importer itself fails leaves everything as it was', async () => {
      const before = await blender.contents()
      await blender.run(
        'import io_scene_gltf2.blender.imp.gltf2_blender_material as m\n' +
          'bpy.plat_real = m.BlenderMaterial.create\n' +
          'calls = [0]\n' +
          'def fail(*given):\n' +
          '    calls[0] += 1\n' +
          '    if calls[0] > 4: raise RuntimeError("a part cannot be read")\n' +
          '    return bpy.plat_real(*given)\n' +
          'm.BlenderMaterial.create = staticmethod(fail)',
      )
      const failed = await imported()
      await blender.run(
        'import io_scene_gltf2.blender.imp.gltf2_blender_material as m\n' +
          'm.BlenderMaterial.create = staticmethod(bpy.plat_real)',
      )
      expect(failed).toMatchObject({
        state: 'failed',
        error: { code: 'import_failed', message: expect.stringContaining('Nothing was changed.') },
      })
      expect(await blender.contents()).toEqual(before)
    })

    test('another project and an import that does not replace are buildings of their own', async () => {
      const count = () => value<number>('len([o for o in bpy.data.objects if "svcId" in o])')
      const other = { ...PROJECT, 'x-svc-project-id': 'another' }
      expect(await imported(glb, other)).toMatchObject({ summary: { replaced: false } })
      expect(await count()).toBe(2 * NODES)
      await blender.run('bpy.context.window_manager.plat_replaces = False')
      expect(await imported(glb, other)).toMatchObject({ summary: { replaced: false } })
      expect(await count()).toBe(3 * NODES)
      await blender.run('bpy.context.window_manager.plat_replaces = True')
      expect(await imported(glb, other)).toMatchObject({ summary: { replaced: true } })
      expect(await count()).toBe(2 * NODES)
      await blender.run(
        'bpy.data.batch_remove([o for o in bpy.data.objects if o.get("plat_project") == "another"])\n' +
          'bpy.data.batch_remove([c for c in bpy.data.collections if c.get("plat_project") == "another"])',
      )
    })

    test('in Edit Mode it waits, then states why it cannot', async () => {
      await blender.run(
        'mesh = bpy.data.meshes.new("Edited")\nmesh.from_pydata([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [], [(0, 1, 2)])\n' +
          'edited = bpy.data.objects.new("Edited", mesh)\nbpy.context.scene.collection.objects.link(edited)\n' +
          'bpy.context.view_layer.objects.active = edited\nedited.select_set(True)\n' +
          'w = bpy.context.window_manager.windows[0]\n' +
          'with bpy.context.temp_override(window=w): bpy.ops.object.mode_set(mode="EDIT")',
      )
      const before = await blender.contents()
      const failed = await imported()
      expect(failed).toMatchObject({
        state: 'failed',
        error: { code: 'blender_busy', message: expect.stringContaining('is in Edit Mode') },
      })
      expect(await blender.contents()).toEqual(before)
      const waiting = imported()
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      await blender.run(
        'w = bpy.context.window_manager.windows[0]\n' +
          'with bpy.context.temp_override(window=w): bpy.ops.object.mode_set(mode="OBJECT")',
      )
      expect(await waiting).toMatchObject({ state: 'done' })
      await blender.run('bpy.data.objects.remove(bpy.data.objects["Edited"])')
    })

    test('what Blender exports with its properties is the same scene', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'plat-round-'))
      const path = join(folder, 'house.glb')
      await blender.run(
        `bpy.ops.export_scene.gltf(filepath=${JSON.stringify(path)}, export_extras=True)`,
      )
      const read = sceneOfGlb(await readGlb(path))
      rmSync(folder, { recursive: true })
      if ('problem' in read) throw new Error(read.problem)
      expect(sceneHash(read.scene)).toBe(sceneHash(SCENE))
    })

    if (hasWindow)
      test('while a picture is rendered it waits', async () => {
        await blender.run(
          'scene = bpy.context.scene\n' +
            'camera = bpy.data.objects.new("Camera of the test", bpy.data.cameras.new("Camera of the test"))\n' +
            'scene.collection.objects.link(camera)\n' +
            'scene.camera = camera\n' +
            'scene.render.engine = "CYCLES"\n' +
            'scene.cycles.samples = 1_000_000\n' +
            'scene.cycles.use_adaptive_sampling = False\n' +
            "# Debian's Blender has nothing to denoise with, and would end at once.\n" +
            'scene.cycles.use_denoising = False\n' +
            'scene.cycles.time_limit = 6\n' +
            'bpy.context.preferences.view.render_display_type = "NONE"\n' +
            'w = bpy.context.window_manager.windows[0]\n' +
            'with bpy.context.temp_override(window=w): bpy.ops.render.render("INVOKE_DEFAULT")',
        )
        const isRendering = () => value<boolean>('bpy.app.is_job_running("RENDER")')
        expect(await isRendering()).toBe(true)
        const sent = await sendFile(blender.port, glb, PROJECT)
        await new Promise((resolve) => setTimeout(resolve, 2_000))
        const { body } = await send(blender.port, `/svc/import/${sent.body.id}`)
        expect([body.state, await isRendering()]).toEqual(['queued', true])
        expect(await endedJob(blender.port, sent)).toMatchObject({ state: 'done' })
        expect(await isRendering()).toBe(false)
        await blender.run(
          'bpy.data.objects.remove(bpy.data.objects["Camera of the test"])\n' +
            'bpy.context.scene.render.engine = "BLENDER_EEVEE"',
        )
      })

    if (hasWindow)
      test('an import is one step of undo', async () => {
        const count = () => value<number>('len(bpy.data.objects)')
        const before = await count()
        const other = { ...PROJECT, 'x-svc-project-id': 'undone' }
        expect(await imported(glb, other)).toMatchObject({ state: 'done' })
        expect(await count()).toBeGreaterThan(before)
        const inWindow = (call: string) =>
          blender.run(
            `w = bpy.context.window_manager.windows[0]\nwith bpy.context.temp_override(window=w): ${call}`,
          )
        await inWindow('bpy.ops.ed.undo()')
        expect(await count()).toBe(before)
        await inWindow('bpy.ops.ed.redo()')
        expect(await count()).toBeGreaterThan(before)
        await inWindow('bpy.ops.ed.undo()')
      })
  })

  test.skipIf(!canRun)(
    'a receiver that ends is stated, and starts again',
    async () => {
      const blender = await BlenderReceiver.open(hasWindow)
      onTestFinished(() => blender.close())
      const spool = await blender.run<string>('answer = service._process._spool')
      expect(existsSync(spool)).toBe(true)
      await blender.run('import os, signal; os.kill(service._process._process.pid, signal.SIGKILL)')
      if (!hasWindow) {
        await expect(blender.run('answer = service.problem')).rejects.toThrow(
          'The receiver has ended. Start it again.',
        )
        return
      }
      await expect
        .poll(() => blender.run('answer = [service.is_running, service.problem]'))
        .toEqual([false, 'The receiver has ended. Start it again.'])
      expect(existsSync(spool)).toBe(false)
      await blender.run('bpy.ops.plat.receiver()')
      await expect.poll(() => blender.run('answer = service.port')).toBe(blender.port)
      expect((await send(blender.port, '/svc/health')).status).toBe(200)
      const left = await blender.run<string>('answer = service._process._spool')
      await blender.kill()
      await expect.poll(() => existsSync(left), { timeout: 10_000 }).toBe(false)
      await expect
        .poll(() => send(blender.port, '/svc/health').catch(() => 'nobody'))
        .toBe('nobody')
    },
    TEST_MS,
  )
})
