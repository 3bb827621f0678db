import type { Map as MapLibre, RasterDEMSourceSpecification } from 'maplibre-gl'
import { make } from '../element.ts'
import {
  BACKGROUND,
  backgroundNote,
  FLAT_SCENE,
  RELIEF,
  type Scene,
  sceneParts,
} from './map-scene.ts'
import { PITCH_MAX, RAISED_PITCH } from './relief-choice.ts'

/** Draws the background and the raised ground of a map, and credits the background. */
export class SceneView {
  private readonly map: MapLibre
  private readonly credit: HTMLElement
  private scene: Scene = FLAT_SCENE
  private isFailing = false
  /** True once the view has moved since a failure: pictures that come then are a recovery. */
  private hasMoved = false

  constructor(map: MapLibre, credit: HTMLElement) {
    this.map = map
    this.credit = credit
    map.on('zoom', () => this.writeCredit())
    map.on('movestart', () => {
      this.hasMoved = true
    })
    map.on('sourcedata', (event) => {
      const isLoaded = 'tile' in event && event.tile?.state === 'loaded'
      if (event.sourceId === BACKGROUND && isLoaded && this.hasMoved) this.setFailing(false)
    })
  }

  /** True for an error of the background, which is noted at its credit and nowhere else. */
  takesError(event: object): boolean {
    if (!('sourceId' in event) || event.sourceId !== BACKGROUND) return false
    this.setFailing(true)
    return true
  }

  /** Draws a scene; `heights` are null where the build has none, and the ground stays flat. */
  show(next: Scene, heights: RasterDEMSourceSpecification | null, isDark: boolean): void {
    const previous = this.scene
    this.scene = next
    if (previous.background?.id !== next.background?.id) this.isFailing = false
    this.writeCredit()
    // A style that was just set is applied in the next frame.
    if (this.map.getStyle()) this.apply(heights, isDark)
    else this.map.once('styledata', () => this.apply(heights, isDark))
    this.tilt(heights !== null && next.relief !== null)
  }

  private apply(heights: RasterDEMSourceSpecification | null, isDark: boolean): void {
    const { map, scene } = this
    const { sources, layers, terrain } = sceneParts(scene, heights, isDark)
    const pictures = map.getSource(BACKGROUND)?.serialize() as { tiles?: string[] } | undefined
    const { background } = scene
    if (pictures && pictures.tiles?.[0] !== background?.tile_url) {
      map.removeLayer(BACKGROUND)
      map.removeSource(BACKGROUND)
    }
    for (const [id, source] of Object.entries(sources))
      if (!map.getSource(id)) map.addSource(id, source)
    // Above the plain ground, below everything else.
    const [, above] = map.getLayersOrder()
    for (const layer of layers) if (!map.getLayer(layer.id)) map.addLayer(layer, above)
    if (terrain) map.setTerrain(terrain)
  }

  private tilt(isRaised: boolean): void {
    const { map } = this
    const wasRaised = map.getMaxPitch() > 0
    if (isRaised === wasRaised) return
    map.getCanvas().setAttribute('aria-label', canvasLabel(isRaised))
    if (isRaised) {
      map.setMaxPitch(PITCH_MAX)
      map.touchPitch.enable()
      map.easeTo({ pitch: RAISED_PITCH })
      return
    }
    map.touchPitch.disable()
    map.once('moveend', () => {
      if (this.scene.relief === null) this.flatten()
    })
    map.easeTo({ pitch: 0, bearing: 0 })
  }

  private flatten(): void {
    const { map } = this
    map.setMaxPitch(0)
    if (!map.getStyle()) return
    map.setTerrain(null)
    if (map.getSource(RELIEF)) map.removeSource(RELIEF)
  }

  private setFailing(isFailing: boolean): void {
    this.hasMoved = false
    if (this.isFailing === isFailing) return
    this.isFailing = isFailing
    this.writeCredit()
  }

  private writeCredit(): void {
    const { credit } = this
    const { background } = this.scene
    credit.hidden = background === null
    if (!background) return
    const note = backgroundNote(background, this.map.getZoom(), this.isFailing)
    const text = `${background.title}: ${background.attribution}`
    if (credit.textContent === text + (note ?? '')) return
    credit.replaceChildren(
      make('span', {}, text),
      ...(note === null ? [] : [make('span', { class: 'layer-note' }, note)]),
    )
  }
}

/** What a screen reader reads of the map. */
export function canvasLabel(isRaised: boolean): string {
  const more = isRaised ? ' Shift with arrow keys turns and tilts it.' : ''
  return `Map. Arrow keys move it, plus and minus zoom, Enter opens the report for its centre.${more}`
}
