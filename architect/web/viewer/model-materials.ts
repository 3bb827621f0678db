import {
  type BufferGeometry,
  Color,
  DoubleSide,
  FrontSide,
  type Material,
  type Mesh,
  MeshLambertMaterial,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  type Object3D,
  type Plane,
} from 'three'

/** Surfaces of solids that a section cuts: these shares are drawn as they are. */
const CUT_COLOR = new Color().setRGB(0.36, 0.38, 0.42)
const GLASS_COLOR = '#a9c6d6'
/** Rougher surfaces have no highlight that is seen, and are drawn with the cheaper shading. */
const ROUGH = 0.5

/** The materials of a model, as the page draws them. */
export interface ModelMaterials {
  /** The material that stands for one of the file. */
  of(material: Material): Material
  isGlass(material: Material): boolean
  /** Cuts all of them open by planes; none for whole solids. */
  setClip(planes: Plane[]): void
  /** Frees what the graphics card has of them, textures included. */
  dispose(): void
}

export function newModelMaterials(isPlain: boolean): ModelMaterials {
  const known = new Map<Material, Material>()
  const glass = new Set<Material>()
  return {
    of(material) {
      const drawn = known.get(material) ?? drawnFor(material, isPlain)
      if (isTransmissive(material)) glass.add(drawn)
      known.set(material, drawn)
      return drawn
    },
    isGlass: (material) => glass.has(material),
    setClip(planes) {
      for (const material of new Set(known.values())) {
        material.clippingPlanes = planes
        material.clipShadows = true
        // The back faces of a solid that is cut open are its cut.
        if (!glass.has(material))
          material.side = material.shadowSide = planes.length > 0 ? DoubleSide : FrontSide
        material.needsUpdate = true
      }
    },
    dispose() {
      for (const material of [...known].flat()) {
        if (material instanceof MeshStandardMaterial) material.map?.dispose()
        material.dispose()
      }
    },
  }
}

const isTransmissive = (material: Material): boolean =>
  material instanceof MeshPhysicalMaterial && material.transmission > 0

function drawnFor(material: Material, isPlain: boolean): Material {
  if (!(material instanceof MeshStandardMaterial)) return material
  // Transmission draws the whole scene a second time; thin glass needs no refraction.
  if (isTransmissive(material)) {
    return new MeshStandardMaterial({
      color: GLASS_COLOR,
      roughness: 0.1,
      transparent: true,
      opacity: 0.34,
      depthWrite: false,
    })
  }
  const { color, map, roughness, metalness, name } = material
  if (map) map.anisotropy = isPlain ? 1 : 8
  const isMatt = metalness < 0.1 && roughness > ROUGH
  const drawn =
    isPlain || isMatt
      ? new MeshLambertMaterial({ color, map, name })
      : new MeshStandardMaterial({ color, map, roughness, metalness: metalness * 0.4, name })
  // The face towards the sun: from the other one of a thin ceiling, light comes in along its rim.
  drawn.shadowSide = FrontSide
  drawn.onBeforeCompile = (shader) => {
    shader.uniforms.cutColor = { value: CUT_COLOR }
    shader.fragmentShader = shader.fragmentShader
      .replace('void main() {', 'uniform vec3 cutColor;\nvoid main() {')
      .replace(
        '#include <dithering_fragment>',
        `#include <dithering_fragment>
        #ifdef DOUBLE_SIDED
          if (!gl_FrontFacing) gl_FragColor = vec4(cutColor, 1.0);
        #endif`,
      )
  }
  return drawn
}

export type DrawnMesh = Mesh<BufferGeometry, Material>

/** The meshes of an object and those below it. */
export function meshesBelow(object: Object3D): DrawnMesh[] {
  const found: DrawnMesh[] = []
  object.traverse((each) => {
    if ((each as Mesh).isMesh) found.push(each as DrawnMesh)
  })
  return found
}
