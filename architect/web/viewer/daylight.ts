import {
  BufferAttribute,
  CanvasTexture,
  Color,
  DirectionalLight,
  HemisphereLight,
  Mesh,
  MeshLambertMaterial,
  NearestFilter,
  RingGeometry,
  type Scene,
  SRGBColorSpace,
  Vector3,
} from 'three'
import type { Sun } from '../state/view-state.ts'
import { GLASS_LAYER } from './ambient-occlusion.ts'
import type { Bounds } from './orbit.ts'
import { sunlight, sunPosition } from './sun.ts'

/** Pixels of the texture of the sky. */
const SKY_ROWS = 512
const SKY_COLUMNS = 256
/** Radius of the ground around the building, in radii of the building. */
const GROUND_RADII = 7
/** Below a slab on the ground, which would flicker. */
const GROUND_BELOW_M = 0.06

/** Sun, sky and the ground around a building. */
export interface Daylight {
  /** Fits shadows, and the ground around them, to what casts and shows them. */
  fit(bounds: Bounds): void
  setSun(sun: Sun): void
  setTheme(isDark: boolean): void
  /** Hides the ground, for levels below it. */
  setGround(isShown: boolean): void
}

export function openDaylight(scene: Scene, shadowPixels: number): Daylight {
  const sunlit = new DirectionalLight()
  const sky = new HemisphereLight()
  const ground = new Mesh(groundGeometry(), groundMaterial())
  const center = new Vector3()
  let radius = 10
  let sun: Sun = { hour: 12, season: 'summer' }
  let isDark = false
  ground.receiveShadow = true
  ground.layers.set(GLASS_LAYER)
  sunlit.castShadow = true
  sunlit.shadow.mapSize.set(shadowPixels, shadowPixels)
  sunlit.shadow.radius = 2.5
  sunlit.shadow.bias = -0.0004
  scene.add(sunlit, sunlit.target, sky, ground)

  const shine = () => {
    const { direction, altitude } = sunPosition(sun)
    const { strength, warmth } = sunlight(altitude)
    sunlit.color.setRGB(1, 1 - 0.32 * warmth, 1 - 0.62 * warmth)
    sunlit.intensity = 3.1 * strength
    // A low sun still has a place above the ground, or shadows would come from below.
    const height = Math.max(direction[1], 0.04)
    sunlit.position.set(direction[0], height, direction[2]).normalize()
    sunlit.position.multiplyScalar(radius * 2).add(center)
    sky.color.setRGB(0.78 + 0.1 * warmth, 0.86, 1).lerp(new Color(0.3, 0.38, 0.62), 1 - strength)
    sky.groundColor.setRGB(0.62, 0.58, 0.52)
    sky.intensity = 1.25 + 0.45 * strength
    if (scene.background instanceof CanvasTexture) scene.background.dispose()
    scene.background = skyTexture(strength, warmth, isDark)
    ground.material.color.set(isDark ? '#4a5152' : '#cfcfc6')
  }
  return {
    fit({ min, max }) {
      center.set((min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2)
      radius = Math.max(3, center.distanceTo(new Vector3(...max)))
      const { camera } = sunlit.shadow
      camera.left = camera.bottom = -radius
      camera.right = camera.top = radius
      camera.near = radius * 0.5
      camera.far = radius * 3.5
      camera.updateProjectionMatrix()
      // Half a texel and the steepest slopes.
      sunlit.shadow.normalBias = (radius / shadowPixels) * 3
      sunlit.target.position.copy(center)
      sunlit.target.updateMatrixWorld()
      ground.position.set(center.x, -GROUND_BELOW_M, center.z)
      ground.scale.setScalar(radius)
      ground.updateMatrixWorld()
      shine()
    },
    setSun(next) {
      sun = next
      shine()
    },
    setTheme(next) {
      isDark = next
      shine()
    },
    setGround(isShown) {
      ground.visible = isShown
    },
  }
}

/** A disc of radius 1 that is clear at its rim, at `GROUND_RADII`. */
function groundGeometry(): RingGeometry {
  const geometry = new RingGeometry(0, GROUND_RADII, 64, 8)
  geometry.rotateX(-Math.PI / 2)
  const { position } = geometry.attributes
  const colors = new Float32Array(position.count * 4).fill(1)
  for (let i = 0; i < position.count; i++) {
    const share = Math.hypot(position.getX(i), position.getZ(i)) / GROUND_RADII
    colors[i * 4 + 3] = Math.max(0, 1 - (Math.max(0, share - 0.2) / 0.8) ** 0.8)
  }
  geometry.setAttribute('color', new BufferAttribute(colors, 4))
  return geometry
}

function groundMaterial(): MeshLambertMaterial {
  return new MeshLambertMaterial({
    vertexColors: true,
    transparent: true,
    depthWrite: false,
    dithering: true,
  })
}

/** The sky from the zenith to the horizon; darker with the theme of the page. */
function skyTexture(strength: number, warmth: number, isDark: boolean): CanvasTexture {
  const canvas = document.createElement('canvas')
  canvas.width = SKY_COLUMNS
  canvas.height = SKY_ROWS
  const context = canvas.getContext('2d')!
  const image = context.createImageData(SKY_COLUMNS, SKY_ROWS)
  const dim = (isDark ? 0.34 : 1) * (0.4 + 0.6 * strength)
  const stops = [
    [150, 188, 226],
    [205 + 30 * warmth, 222 - 8 * warmth, 236 - 50 * warmth],
    [238, 236 - 8 * warmth, 230 - 26 * warmth],
  ]
  for (let i = 0; i < SKY_COLUMNS * SKY_ROWS; i++) {
    const [row, column] = [Math.floor(i / SKY_COLUMNS), i % SKY_COLUMNS]
    const at = (row / (SKY_ROWS - 1)) * 2
    const [from, to] = at < 1 ? [stops[0], stops[1]] : [stops[1], stops[2]]
    // Neighbouring pixels are rounded up and down in turns, or the gradient would have bands.
    const dither = ((row * 5 + column * 3) % 8) / 8
    for (let c = 0; c < 3; c++)
      image.data[i * 4 + c] = (from[c] + (to[c] - from[c]) * (at % 1)) * dim + dither
    image.data[i * 4 + 3] = 255
  }
  context.putImageData(image, 0, 0)
  const texture = new CanvasTexture(canvas)
  texture.colorSpace = SRGBColorSpace
  texture.magFilter = NearestFilter
  return texture
}
