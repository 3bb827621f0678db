import { createCanvas, loadImage } from '@napi-rs/canvas'
import { decode } from 'fast-png'
import { afterAll, expect, test } from 'vitest'
import { smallHouse } from '../../../tests/houses/small-house.ts'
import { isLongRun } from '../../../tests/long-run.ts'
import {
  type PerspectiveRequest,
  perspectiveDrawing,
  perspectiveView,
} from '../perspective-view.ts'
import { readViewRequest } from '../view-request.ts'
import { ViewThreads } from '../view-threads.ts'
import { addPass, studioFile } from './studio-picture.ts'
import { type StudioRequest, sumOf } from './studio-request.ts'

const scene = smallHouse()
const view = readViewRequest({ view: 'perspective', labels: false, width: 60, height: 40 })
const request: StudioRequest = { view, passes: 4, format: 'png' }
const threads = new ViewThreads({ threads: 2, deadlineMs: 120_000 })
const open = new AbortController().signal
afterAll(() => threads.close())

function fileOf(wanted: StudioRequest): Buffer {
  const sum = sumOf(wanted)
  const drawing = perspectiveDrawing(scene, wanted.view)
  for (let pass = 0; pass < wanted.passes; pass++) addPass(drawing, wanted, pass, sum)
  return studioFile(wanted, sum)
}

const pixelsOf = (png: Uint8Array) => decode(png).data as Uint8Array

/** Mean difference of two pictures, of 255. */
function difference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i] - b[i])
  return sum / a.length
}

if (isLongRun)
  test('threads make the bytes that this one makes, also those that draw in turns', async () => {
    const [first, second] = await Promise.all([
      threads.drawInStudio(scene, request, open),
      threads.drawInStudio(scene, request, open),
    ])
    expect(first.equals(fileOf(request))).toBe(true)
    expect(second.equals(first)).toBe(true)
  })

test('more passes come nearer to a picture of very many', () => {
  const many = pixelsOf(fileOf({ ...request, passes: 48 }))
  const plain = pixelsOf(perspectiveView(scene, view).png)
  const distances = [
    plain,
    ...[2, 8].map((passes) => pixelsOf(fileOf({ ...request, passes }))),
  ].map((pixels) => difference(pixels, many))
  expect(distances[1]).toBeLessThan(distances[0])
  expect(distances[2]).toBeLessThan(distances[1] / 1.5)
  // It is the same picture nevertheless.
  expect(distances[0]).toBeLessThan(6)
})

test('a WebP shows what the PNG shows', async () => {
  const image = await loadImage(fileOf({ ...request, format: 'webp' }))
  const context = createCanvas(60, 40).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, 60, 40)
  const rgb = data.filter((_, i) => i % 4 !== 3)
  expect(difference(Uint8Array.from(rgb), pixelsOf(fileOf(request)))).toBeLessThan(4)
})

test('a picture ends between two passes when nobody waits for it any more', async () => {
  const left = new AbortController()
  const long = { ...request, passes: 200 }
  const drawn = threads.drawInStudio(scene, long, left.signal)
  left.abort(new Error('nobody waits'))
  await expect(drawn).rejects.toThrow('nobody waits')
})

test('a circle is seen from one distance and height', () => {
  const cameraAt = (orbitDeg: number) => perspectiveView(scene, { ...view, orbitDeg }).camera
  const [east, west] = [cameraAt(-45).eye, cameraAt(135).eye]
  const middle = [(east[0] + west[0]) / 2, (east[2] + west[2]) / 2]
  const reachOf = ({ eye }: ReturnType<typeof cameraAt>) =>
    Math.hypot(eye[0] - middle[0], eye[2] - middle[1])
  const cameras = [0, 40, 90, 135, 260].map((degrees) => cameraAt(degrees))
  const [reach] = cameras.map(reachOf)
  for (const camera of cameras) {
    expect(reachOf(camera)).toBeCloseTo(reach, 2)
    expect(camera.eye[1]).toBeCloseTo(cameras[0].eye[1], 2)
  }
  expect(middle).toEqual([expect.closeTo(3, 1), expect.closeTo(2, 1)])
  // From the south-east at first, then on by the south-west.
  const [first, , third] = cameras.map(({ eye }) => [eye[0] - middle[0], eye[2] - middle[1]])
  expect(first[0]).toBeCloseTo(first[1], 2)
  expect([third[0] < 0, third[1] > 0]).toEqual([true, true])
})

test('a room on a circle is opened from above, and seen from inside without one', () => {
  const room: PerspectiveRequest = { ...view, targetId: 'zone_8' }
  const height = (wanted: PerspectiveRequest) => perspectiveView(scene, wanted).camera.eye[1]
  expect(height(room)).toBeLessThan(2)
  expect(height({ ...room, orbitDeg: 20 })).toBeGreaterThan(3)
})
