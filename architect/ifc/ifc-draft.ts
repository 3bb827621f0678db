import { prism } from '../geometry/mesh.ts'
import type { Region } from '../geometry/regions.ts'
import type { Part } from '../kernel/body.ts'
import { isPinched } from '../kernel/floors/clean-regions.ts'
import type { Material } from '../scene/materials.ts'
import type { SceneNode } from '../scene/nodes.ts'
import type { Scene } from '../scene/scene.ts'
import { addContexts, type Contexts } from './contexts.ts'
import { FactWriter } from './fact-writer.ts'
import type { Frame } from './frame.ts'
import { type GlobalIds, globalIds } from './global-id.ts'
import { LookWriter, looksOf, type NamedLook } from './look-writer.ts'
import { type Placed, ShapeWriter } from './shape-writer.ts'
import { StepFile } from './step-file.ts'
import { label, list, NONE, type Token, text } from './step-text.ts'

/** A storey, a building or a site, with where it is and what stands in it. */
export interface Container extends Placed {
  /** The id of its node. */
  id: string
  ref: Token
}

/** What an object is besides its id, its name and its place. */
interface ProductFields {
  objectType?: string
  placed: Placed
  shape: Token
  /** The attributes after the shape; of an element the first is the tag. */
  rest: readonly Token[]
}

/** The file while it is written, with what all its parts share. */
export class IfcDraft {
  readonly scene: Scene
  readonly step = new StepFile()
  readonly shapes = new ShapeWriter(this.step)
  readonly contexts: Contexts
  readonly looks: LookWriter
  readonly facts: FactWriter
  readonly idOf: GlobalIds
  private readonly contents = new Map<Container, Token[]>()
  private readonly users = new Map<string, { material: Token; objects: Token[] }>()

  constructor(scene: Scene) {
    this.scene = scene
    this.idOf = globalIds(scene)
    this.contexts = addContexts(this.step, this.shapes)
    this.looks = new LookWriter(this.step, this.contexts.body)
    this.facts = new FactWriter(this.step, this.idOf)
  }

  /** Adds an object of a node: its id, name, type, place, shape and the attributes of its class. */
  product(type: string, node: SceneNode, fields: ProductFields): Token {
    const { objectType, placed, shape, rest } = fields
    return this.step.add(
      type,
      this.idOf(node.id),
      NONE,
      label(node.label || node.id),
      NONE,
      objectType === undefined ? NONE : label(objectType),
      placed.placement,
      shape,
      ...rest,
    )
  }

  /** Adds an element, whose tag is the id of its node, to what a storey or a site contains. */
  element(
    type: string,
    node: SceneNode,
    container: Container,
    fields: Omit<ProductFields, 'rest'> & { rest?: readonly Token[] },
  ): Token {
    const rest = [label(node.id), ...(fields.rest ?? [])]
    const added = this.product(type, node, { ...fields, rest })
    this.contain(container, added)
    return added
  }

  contain(container: Container, element: Token): void {
    const contents = this.contents.get(container)
    if (contents) contents.push(element)
    else this.contents.set(container, [element])
  }

  /** States what an object is made of; nothing for an object without parts. */
  madeOf(object: Token, looks: readonly NamedLook[]): void {
    if (looks.length === 0) return
    const { key, material } = this.looks.materialOf(looks)
    const users = this.users.get(key)
    if (users) users.objects.push(object)
    else this.users.set(key, { material, objects: [object] })
  }

  relate(type: string, name: string, ...values: readonly Token[]): void {
    this.step.add(type, this.idOf(name), NONE, NONE, NONE, ...values)
  }

  aggregate(whole: Token, name: string, parts: readonly Token[]): void {
    if (parts.length > 0) this.relate('IFCRELAGGREGATES', `${name}/parts`, whole, list(parts))
  }

  /** The shape of an object by its representations; none where there is none. */
  shapeOf(...representations: readonly (Token | null)[]): Token {
    const present = representations.filter((each) => each !== null)
    if (present.length === 0) return NONE
    return this.step.add('IFCPRODUCTDEFINITIONSHAPE', NONE, NONE, list(present))
  }

  representation(
    context: keyof Contexts,
    identifier: string,
    type: string,
    items: readonly Token[],
  ): Token | null {
    if (items.length === 0) return null
    return this.step.add(
      'IFCSHAPEREPRESENTATION',
      this.contexts[context],
      text(identifier),
      text(type),
      list(items),
    )
  }

  /** The triangles of all parts, each in its colour. */
  tessellation(parts: readonly Part[], frame: Frame): Token | null {
    const items = parts.flatMap(({ mesh, material }) => {
      const item = this.shapes.triangles(mesh, frame)
      if (item !== null) this.looks.paint(item, material)
      return item === null ? [] : [item]
    })
    return this.representation('body', 'Body', 'Tessellation', items)
  }

  /**
   * Regions in plan drawn up by `depth`, in one colour; without it as a space is. Where a region is
   * pinched, they are triangles.
   */
  sweptRegions(
    regions: readonly Region[],
    frame: Frame,
    { bottom, depth, material }: { bottom: number; depth: number; material?: Material },
  ): Token | null {
    const items = depth > 0 ? regions : []
    const foot = frame.origin[1] + bottom
    const areTriangles = items.some(isPinched)
    const solids = items.flatMap((region) => {
      if (!areTriangles) return [this.shapes.extrusion(region, frame, bottom, depth)]
      const mesh = prism(region.outer, foot, foot + depth, region.holes)
      return this.shapes.triangles(mesh, frame) ?? []
    })
    if (material) for (const solid of solids) this.looks.paint(solid, material)
    const type = areTriangles ? 'Tessellation' : 'SweptSolid'
    return this.representation('body', 'Body', type, solids)
  }

  /** An element with the triangles of its body, in the frame of its container. */
  meshElement(
    type: string,
    node: SceneNode,
    container: Container,
    { parts, objectType, rest }: { parts: readonly Part[]; objectType?: string; rest: Token[] },
  ): Token {
    const shape = this.shapeOf(this.tessellation(parts, container.frame))
    const placed = this.shapes.place(container.frame, container)
    const added = this.element(type, node, container, { objectType, placed, shape, rest })
    this.madeOf(added, looksOf(parts))
    return added
  }

  /** Ends the file: what each storey contains, and which objects are of which material. */
  text(name: string): string {
    for (const [container, elements] of this.contents)
      this.relate(
        'IFCRELCONTAINEDINSPATIALSTRUCTURE',
        `${container.id}/contents`,
        list(elements),
        container.ref,
      )
    for (const [key, { material, objects }] of this.users)
      this.relate('IFCRELASSOCIATESMATERIAL', `${key}/users`, list(objects), material)
    return this.step.text(name)
  }
}
