import type { Accessor, Document, Mesh } from '@gltf-transform/core'
import type { SharedAccessors } from './shared-accessors.ts'
import { materialKey, type SharedMaterials } from './shared-materials.ts'
import type { Triangles } from './triangles.ts'

/** The meshes of a file: nodes that look alike share one, such as windows of one size. */
export class SharedMeshes {
  private readonly document: Document
  private readonly accessors: SharedAccessors
  private readonly materials: SharedMaterials
  private readonly known = new Map<string, Mesh>()
  private readonly numbers = new Map<Accessor, number>()

  constructor(document: Document, accessors: SharedAccessors, materials: SharedMaterials) {
    this.document = document
    this.accessors = accessors
    this.materials = materials
  }

  /** The mesh of these triangles; null where there are none. */
  of(all: readonly Triangles[]): Mesh | null {
    if (all.length === 0) return null
    const parts = all.map(({ positions, normals, coordinates, indices, material, isPane }) => {
      const found = [
        this.accessors.points(positions),
        this.accessors.points(normals),
        this.accessors.pairs(coordinates),
        this.accessors.numbers(indices),
      ] as const
      const key = `${found.map((each) => this.numberOf(each))} ${materialKey(material, isPane)}`
      return { found, key, material: this.materials.of(material, isPane) }
    })
    const key = parts.map((part) => part.key).join('\n')
    const known = this.known.get(key)
    if (known) return known
    const mesh = this.document.createMesh()
    for (const { found, material } of parts) {
      const [positions, normals, coordinates, indices] = found
      const primitive = this.document
        .createPrimitive()
        .setAttribute('POSITION', positions)
        .setAttribute('NORMAL', normals)
        .setAttribute('TEXCOORD_0', coordinates)
        .setIndices(indices)
        .setMaterial(material)
      mesh.addPrimitive(primitive)
    }
    this.known.set(key, mesh)
    return mesh
  }

  private numberOf(accessor: Accessor): number {
    const known = this.numbers.get(accessor) ?? this.numbers.size
    this.numbers.set(accessor, known)
    return known
  }
}
