import {
  NeutralToneMapping,
  PCFShadowMap,
  PerspectiveCamera,
  type Plane,
  Scene,
  Vector3,
  WebGLRenderer,
} from 'three'
import { type AmbientOcclusion, GLASS_LAYER, openAmbientOcclusion } from './ambient-occlusion.ts'
import type { Vec3 } from './orbit.ts'
import { nextRatio, type Quality, startQuality } from './quality.ts'

/** The picture rests after this time without a change; then it gets its finer parts. */
const REST_MS = 180
/** A longer pause between frames is not the time that one took. */
const PAUSE_MS = 400
export const FOV_DEG = 46
/** Longest step of a movement: after a pause nothing may jump. */
const STEP_MAX_S = 0.1

/** The canvas with its scene. It is drawn when something changed, and never at rest. */
export interface Stage {
  readonly canvas: HTMLCanvasElement
  readonly scene: Scene
  readonly camera: PerspectiveCamera
  readonly quality: Quality
  /** Draws soon. */
  invalidate(): void
  /** Draws shadows again as well. */
  invalidateShadows(): void
  /** Called before each frame; true requests another one. */
  onFrame(move: (seconds: number) => boolean): void
  /** Called after each frame; `isFine` at rest, with all that the picture has. */
  onDrawn(listener: (isFine: boolean) => void): void
  look(eye: Vec3, target: Vec3, sizes: { near: number; far: number; exposure: number }): void
  setClip(planes: Plane[]): void
  resize(): void
}

/** Creates the canvas in a place. Throws where the browser cannot draw in 3D. */
export function openStage(place: HTMLElement): Stage {
  const quality = startQuality(rendererName(), devicePixelRatio)
  const renderer = new WebGLRenderer({
    antialias: quality.hasSamples,
    powerPreference: 'high-performance',
  })
  renderer.toneMapping = NeutralToneMapping
  renderer.shadowMap.enabled = true
  renderer.shadowMap.type = PCFShadowMap
  renderer.shadowMap.autoUpdate = false
  renderer.localClippingEnabled = true
  const canvas = renderer.domElement
  place.append(canvas)
  const scene = new Scene()
  const camera = new PerspectiveCamera(FOV_DEG, 1, 0.1, 1000)
  camera.layers.enable(GLASS_LAYER)
  const moves: ((seconds: number) => boolean)[] = []
  const listeners: ((isFine: boolean) => void)[] = []
  let occlusion: AmbientOcclusion | undefined
  let planes: Plane[] = []
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = 0
  let ratio = 0
  let distance = 10

  const resizeTo = (next: number) => {
    if (next === ratio) return
    ratio = next
    renderer.setPixelRatio(next)
  }
  const draw = (now: number) => {
    frame = 0
    const passed = now - last
    last = now
    if (passed < PAUSE_MS) quality.movingRatio = nextRatio(quality, passed)
    resizeTo(quality.movingRatio)
    const seconds = Math.min(STEP_MAX_S, passed / 1000)
    // Every mover runs, also after one that already needs another frame.
    const isMoving = moves.map((move) => move(seconds)).some(Boolean)
    renderer.render(scene, camera)
    for (const each of listeners) each(false)
    clearTimeout(timer)
    if (isMoving) invalidate()
    else timer = setTimeout(drawFine, REST_MS)
  }
  const drawFine = () => {
    if (frame !== 0) return
    resizeTo(quality.restingRatio)
    renderer.render(scene, camera)
    occlusion ??= openOcclusion()
    occlusion.draw(distance)
    for (const each of listeners) each(true)
  }
  const openOcclusion = () => {
    const made = openAmbientOcclusion(renderer, scene, camera)
    made.setClip(planes)
    return made
  }
  const invalidate = () => {
    clearTimeout(timer)
    if (frame === 0) frame = requestAnimationFrame(draw)
  }
  const resize = () => {
    const { clientWidth, clientHeight } = place
    if (clientWidth === 0 || clientHeight === 0) return
    renderer.setSize(clientWidth, clientHeight)
    camera.aspect = clientWidth / clientHeight
    camera.updateProjectionMatrix()
    invalidate()
  }
  new ResizeObserver(resize).observe(place)
  canvas.addEventListener('webglcontextrestored', () => {
    renderer.shadowMap.needsUpdate = true
    invalidate()
  })
  return {
    canvas,
    scene,
    camera,
    quality,
    invalidate,
    invalidateShadows() {
      renderer.shadowMap.needsUpdate = true
      invalidate()
    },
    onFrame: (move) => void moves.push(move),
    onDrawn: (listener) => void listeners.push(listener),
    look(eye, target, { near, far, exposure }) {
      renderer.toneMappingExposure = exposure
      camera.position.set(...eye)
      camera.lookAt(...target)
      distance = camera.position.distanceTo(new Vector3(...target))
      camera.near = near
      camera.far = far
      camera.updateProjectionMatrix()
      invalidate()
    },
    setClip(next) {
      planes = next
      occlusion?.setClip(next)
      invalidate()
    },
    resize,
  }
}

/** The name of what draws; empty where the browser hides it. */
function rendererName(): string {
  const context = document.createElement('canvas').getContext('webgl2')
  if (!context) throw new Error('This browser cannot draw in 3D: it lacks WebGL 2.')
  const info = context.getExtension('WEBGL_debug_renderer_info')
  const name = info ? `${context.getParameter(info.UNMASKED_RENDERER_WEBGL)}` : ''
  context.getExtension('WEBGL_lose_context')?.loseContext()
  return name
}
