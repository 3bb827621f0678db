import type { Part } from '../kernel/body.ts'
import { type Material, presetOf } from '../scene/materials.ts'
import type { StepFile } from './step-file.ts'
import { enumeration, label, list, NONE, ratio, type Token, typed } from './step-text.ts'

/** A part of an object and its look: the face of a wall, the pane of a window. */
export interface NamedLook {
  name: string
  material: Material
}

/** Materials with their colours, each written once. */
export class LookWriter {
  private readonly step: StepFile
  private readonly context: Token
  private readonly known = new Map<string, { style: Token; material: Token }>()
  private readonly sets = new Map<string, Token>()

  /** `context` is that of bodies, in which a material has its colour. */
  constructor(step: StepFile, context: Token) {
    this.step = step
    this.context = context
  }

  /** Gives a solid the colour of a material. */
  paint(item: Token, material: Material): void {
    this.step.add('IFCSTYLEDITEM', item, list([this.lookOf(material).style]), NONE)
  }

  /** A material, or the set of those of several parts under their names, and a key for it. */
  materialOf(looks: readonly NamedLook[]): { key: string; material: Token } {
    const [first] = looks
    const keys = new Set(looks.map(({ material }) => keyOf(material)))
    if (keys.size === 1)
      return { key: keyOf(first.material), material: this.lookOf(first.material).material }
    const named = new Map(looks.map((look) => [`${look.name}: ${keyOf(look.material)}`, look]))
    const key = [...named.keys()].join('; ')
    const known = this.sets.get(key)
    if (known) return { key, material: known }
    const constituents = [...named.values()].map(({ name, material }) => {
      const own = this.lookOf(material).material
      return this.step.add('IFCMATERIALCONSTITUENT', label(name), NONE, own, NONE, NONE)
    })
    const set = this.step.add('IFCMATERIALCONSTITUENTSET', NONE, NONE, list(constituents))
    this.sets.set(key, set)
    return { key, material: set }
  }

  private lookOf(material: Material): { style: Token; material: Token } {
    const key = keyOf(material)
    const known = this.known.get(key)
    if (known) return known
    const name = label(presetOf(material) ?? material.color)
    const style = this.styleOf(name, material)
    const made = this.step.add('IFCMATERIAL', name, NONE, NONE)
    const item = this.step.add('IFCSTYLEDITEM', NONE, list([style]), NONE)
    const representation = this.step.add(
      'IFCSTYLEDREPRESENTATION',
      this.context,
      label('Style'),
      label('Material'),
      list([item]),
    )
    this.step.add('IFCMATERIALDEFINITIONREPRESENTATION', NONE, NONE, list([representation]), made)
    const look = { style, material: made }
    this.known.set(key, look)
    return look
  }

  private styleOf(name: Token, { color, roughness, metallic, transmission }: Material): Token {
    const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    const rgb = this.step.shared('IFCCOLOURRGB', NONE, ...channels.map(ratio))
    const method = transmission > 0 ? 'GLASS' : metallic > 0.5 ? 'METAL' : 'NOTDEFINED'
    const rendering = this.step.add(
      'IFCSURFACESTYLERENDERING',
      rgb,
      ratio(transmission),
      ...[NONE, NONE, NONE, NONE, NONE],
      typed('IFCSPECULARROUGHNESS', ratio(roughness)),
      enumeration(method),
    )
    return this.step.add('IFCSURFACESTYLE', name, enumeration('BOTH'), list([rendering]))
  }
}

/** Equal for looks that are one material in the file; patterns are not in it. */
const keyOf = (material: Material): string =>
  [
    presetOf(material) ?? '',
    material.color,
    material.roughness,
    material.metallic,
    material.transmission,
  ].join()

/** The looks of the parts of a body; `leaf_1` and `leaf_2` are leaves. */
export const looksOf = (parts: readonly Part[]): NamedLook[] =>
  parts.map(({ name, material }) => ({ name: name.replace(/_\d+$/, ''), material }))
