import { expect, test } from 'vitest'
import { ASPECT_RATIOS, type ModelCall, mediaModels, modelOf, offerOf } from './media-models.ts'

const models = mediaModels({ 'plat-picture': 500, 'plat-turntable': 2_000 }, [
  { id: 'studio-1', price: 25_000 },
])

test('every size has the shape that its name states, of some two or half a megapixels', () => {
  for (const { kind, sizes } of models)
    for (const ratio of ASPECT_RATIOS) {
      const [across, up] = ratio.split(':').map(Number)
      const { width, height } = sizes[ratio]
      if (kind !== 'provider') expect(width / height, `${kind} ${ratio}`).toBeCloseTo(across / up)
      expect((width % 2) + (height % 2)).toBe(0)
      const share = (width * height) / (kind === 'turntable' ? 5e5 : 2e6)
      expect(share, `${kind} ${ratio}`).toBeGreaterThan(kind === 'provider' ? 0.5 : 0.9)
      expect(share, `${kind} ${ratio}`).toBeLessThan(1.1)
    }
})

test('the models are offered with their prices and what they take', () => {
  expect(models.map(offerOf)).toEqual([
    {
      id: 'plat-picture',
      type: 'image',
      unitCredits: 0.5,
      takesPrompt: false,
      formats: ['png', 'webp'],
      sourcesMax: 6,
    },
    {
      id: 'plat-turntable',
      type: 'animation',
      unitCredits: 2,
      takesPrompt: false,
      formats: ['webp'],
      sourcesMax: 1,
    },
    { id: 'studio-1', type: 'image', unitCredits: 25, takesPrompt: true, sourcesMax: 1 },
  ])
})

const PICTURE = { modelId: 'plat-picture' }
const TURNTABLE = { modelId: 'plat-turntable' }
const STUDIO = { modelId: 'studio-1', prompt: 'At dusk' }
test.each<[ModelCall, string, RegExp]>([
  [{ modelId: 'dall-e' }, 'modelId', /plat-picture, plat-turntable, studio-1/],
  [{ ...PICTURE, prompt: 'At dusk' }, 'prompt', /takes no prompt/],
  [{ ...TURNTABLE, prompt: 'At dusk' }, 'prompt', /takes no prompt/],
  [{ modelId: 'studio-1' }, 'prompt', /needs a prompt/],
  [{ ...TURNTABLE, format: 'png' }, 'format', /makes webp, not png/],
  [{ ...STUDIO, format: 'webp' }, 'format', /what its provider answers with/],
  [{ ...STUDIO, sourceIds: ['a', 'b'] }, 'sourceIds', /at most 1/],
  [{ ...TURNTABLE, sourceIds: ['a', 'b'] }, 'sourceIds', /at most 1/],
])('%j is refused at %s', (call, param, message) => {
  expect(() => modelOf(models, call)).toThrow(
    expect.objectContaining({ param, message: expect.stringMatching(message) }),
  )
})

test.each<ModelCall>([
  PICTURE,
  { ...PICTURE, format: 'webp', sourceIds: ['a', 'b', 'c'] },
  { ...TURNTABLE, format: 'webp' },
  STUDIO,
])('%j fits', (call) => {
  expect(modelOf(models, call).id).toBe(call.modelId)
})
