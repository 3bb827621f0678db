import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { animatedWebp } from '../../images/animated-webp.ts'
import { HAS_BROWSER } from '../end-to-end/map-browser.ts'
import { openPageBrowser, type PageBrowser } from './page-browser.ts'

/** Decoders of animations are for pages of trusted origins, such as this machine's. */
const ORIGIN = 'http://localhost'
const COLORS = ['#ff0000', '#00ff00', '#0000ff', '#ffffff']

describe.skipIf(!HAS_BROWSER)('an animated WebP in Chromium', () => {
  let browser: PageBrowser
  beforeAll(async () => {
    browser = await openPageBrowser(ORIGIN)
    await browser.page.route('**/*', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>x</title>' }),
    )
    await browser.page.goto(`${ORIGIN}/`)
  })
  afterAll(() => browser?.close())

  test('has all of its frames, each with its time and its pixels', async () => {
    const frames = COLORS.map((color) => {
      const context = createCanvas(40, 30).getContext('2d')
      context.fillStyle = color
      context.fillRect(0, 0, 40, 30)
      return context.canvas.encodeSync('webp', 90)
    })
    const file = animatedWebp(frames, { width: 40, height: 30, frame_ms: 100 })
    const seen = await browser.page.evaluate(async (text) => {
      const data = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
      // biome-ignore lint/suspicious/noExplicitAny: types of this run know no decoder of a browser
      const { ImageDecoder, OffscreenCanvas } = globalThis as any
      const decoder = new ImageDecoder({ data, type: 'image/webp' })
      await decoder.tracks.ready
      await decoder.completed
      const { frameCount, repetitionCount } = decoder.tracks.selectedTrack
      const found = []
      for (let frameIndex = 0; frameIndex < frameCount; frameIndex++) {
        const { image } = await decoder.decode({ frameIndex })
        const context = new OffscreenCanvas(40, 30).getContext('2d')
        context.drawImage(image, 0, 0)
        const [red, green, blue] = context.getImageData(20, 15, 1, 1).data
        found.push({ ms: image.duration / 1_000, colour: [red, green, blue].map((of) => of > 128) })
      }
      return { repetitionCount: `${repetitionCount}`, found }
    }, file.toString('base64'))
    expect(seen).toEqual({
      repetitionCount: 'Infinity',
      found: [
        { ms: 100, colour: [true, false, false] },
        { ms: 100, colour: [false, true, false] },
        { ms: 100, colour: [false, false, true] },
        { ms: 100, colour: [true, true, true] },
      ],
    })
    expect(browser.complaints).toEqual([])
  })
})
