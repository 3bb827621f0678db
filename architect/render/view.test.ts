import { expect, test } from 'vitest'
import { SceneEdit } from '../operations/scene-edit.ts'
import { newScene } from '../scene/scene.ts'
import { drawView } from './draw-view.ts'
import { renderView } from './view.ts'
import { readViewRequest } from './view-request.ts'

function house() {
  const edit = new SceneEdit(newScene('A test', 'k3x9'))
  const polygon: [number, number][] = [
    [0, 4],
    [6, 4],
    [6, 0],
    [0, 0],
  ]
  edit.add('slab', 'level_2', { polygon })
  edit.add('column', 'level_2', { position: [1, 1] })
  edit.add('column', 'level_2', { position: [5, 3], outline: 'circle' })
  return edit.scene
}

test('a thread draws the same bytes as this one, twice', async () => {
  const request = { view: 'perspective', width: 160, height: 120 } as const
  const [one, other] = [await renderView(house(), request), await renderView(house(), request)]
  const here = drawView(house(), readViewRequest(request))
  expect(one.png.equals(other.png)).toBe(true)
  expect(one.png.equals(here.png)).toBe(true)
  expect(one.visibleIds).toEqual(here.visibleIds)
  expect(here.visibleIds).toEqual(['column_4', 'column_5', 'slab_3'])
})

test('a view too large is refused with the argument that is at fault', async () => {
  const request = { view: 'perspective', width: 9000 } as const
  await expect(renderView(house(), request)).rejects.toMatchObject({
    code: 'invalid_view',
    param: 'width',
  })
})
