import { refsOf, type StepData, type StepValue } from './step-reader.ts'

type Instance = StepData['instances'] extends Map<number, infer One> ? One : never

const GLOBAL_ID = /^[0-3][0-9A-Za-z_$]{21}$/
/** Classes whose instances nothing has to refer to: they refer to others themselves. */
const STANDS_ALONE =
  /^IFC(REL\w+|STYLEDITEM|MATERIALDEFINITIONREPRESENTATION|GEOMETRICREPRESENTATIONSUBCONTEXT|PROJECT)$/
const IS_ELEMENT =
  /^IFC(WALL|SLAB|COVERING|ROOF|STAIR|RAILING|COLUMN|BEAM|DOOR|WINDOW|FURNITURE|GEOGRAPHICELEMENT|ANNOTATION)$/
const IS_SPATIAL = /^IFC(SITE|BUILDING|BUILDINGSTOREY|SPACE)$/

/** Rules of IFC4 that types do not state, which a file breaks: WHERE and UNIQUE of EXPRESS. */
export function ruleFaults({ instances }: StepData): string[] {
  const faults: string[] = []
  const all = [...instances.values()]
  const of = (pattern: RegExp) => all.filter(({ type }) => pattern.test(type))
  const fail = ({ id, type }: Instance, problem: string) => faults.push(`#${id} ${type} ${problem}`)
  const at = (value: StepValue): Instance => instances.get(refsOf(value)[0])!

  const globalIds = new Map<string, Instance>()
  for (const instance of all) {
    const [first] = instance.values
    if (!isRooted(instance) || first?.kind !== 'string') continue
    if (!GLOBAL_ID.test(first.text)) fail(instance, `has the GlobalId ${first.text}`)
    if (globalIds.has(first.text)) fail(instance, `has the GlobalId of another: ${first.text}`)
    globalIds.set(first.text, instance)
    const name = instance.values[2]
    if (name.kind === 'string' && name.text.length > 255) fail(instance, 'has a Name over 255')
  }
  if (of(/^IFCPROJECT$/).length !== 1) faults.push('the file has not exactly one project')

  const referred = new Set(all.flatMap(({ values }) => refsOf({ kind: 'list', values })))
  const spatialUse = usesOf(of(/^IFCRELAGGREGATES$/), 5)
  const containedUse = usesOf(of(/^IFCRELCONTAINEDINSPATIALSTRUCTURE$/), 4)
  const voidUse = usesOf(of(/^IFCRELVOIDSELEMENT$/), 5)
  const fillUse = usesOf(of(/^IFCRELFILLSELEMENT$/), 5)
  const holeUse = usesOf(of(/^IFCRELFILLSELEMENT$/), 4)
  const materialUse = usesOf(of(/^IFCRELASSOCIATESMATERIAL$/), 4)
  const typeUse = usesOf(of(/^IFCRELDEFINESBYTYPE$/), 4)
  const shapeUse = new Map<number, number>()
  for (const { type, values } of of(/^IFC(PRODUCTDEFINITIONSHAPE|REPRESENTATIONMAP)$/))
    for (const id of refsOf(values[type === 'IFCREPRESENTATIONMAP' ? 1 : 2]))
      shapeUse.set(id, (shapeUse.get(id) ?? 0) + 1)

  for (const instance of all) {
    const { id, type, values } = instance
    if (!referred.has(id) && !STANDS_ALONE.test(type) && !isRelated(instance))
      fail(instance, 'is used by nothing')
    for (const value of values) {
      if (value.kind !== 'list') continue
      if (value.values.length === 0) fail(instance, 'has an empty list')
      const refs = refsOf(value)
      const isSet = !/^IFC(POLYLINE|CARTESIANPOINTLIST\dD|TRIANGULATEDFACESET)$/.test(type)
      if (isSet && new Set(refs).size < refs.length)
        fail(instance, 'has a set with one thing twice')
    }
    if (IS_ELEMENT.test(type) && containedUse.get(id) !== 1)
      fail(instance, `is contained in ${containedUse.get(id) ?? 0} structures`)
    if (IS_SPATIAL.test(type) && spatialUse.get(id) !== 1)
      fail(instance, `is part of ${spatialUse.get(id) ?? 0} wholes`)
    if (IS_SPATIAL.test(type) && containedUse.has(id)) fail(instance, 'is contained as an element')
    if ((materialUse.get(id) ?? 0) > 1) fail(instance, 'is of two materials')
    if ((typeUse.get(id) ?? 0) > 1) fail(instance, 'is of two types')
    switch (type) {
      case 'IFCOPENINGELEMENT':
        if (voidUse.get(id) !== 1) fail(instance, 'does not void one element')
        if ((holeUse.get(id) ?? 0) > 1) fail(instance, 'is filled twice')
        break
      case 'IFCDOOR':
      case 'IFCWINDOW':
        if (fillUse.get(id) !== 1) fail(instance, 'does not fill one opening')
        for (const value of [values[8], values[9]])
          if (value.kind === 'real' && value.value <= 0) fail(instance, 'has no positive size')
        break
      case 'IFCSHAPEREPRESENTATION':
        if (shapeUse.get(id) !== 1) fail(instance, 'is not of one shape or map')
        break
      case 'IFCAXIS2PLACEMENT3D':
        if ((values[1].kind === 'none') !== (values[2].kind === 'none'))
          fail(instance, 'has one of two directions')
        break
      case 'IFCEXTRUDEDAREASOLID':
        if (!(numberOf(values[3]) > 0)) fail(instance, 'has no depth')
        break
      case 'IFCARBITRARYCLOSEDPROFILEDEF':
      case 'IFCARBITRARYPROFILEDEFWITHVOIDS':
        for (const line of refsOf({ kind: 'list', values }).map((ref) => instances.get(ref)!)) {
          const corners = refsOf(line.values[0])
          if (corners.length < 4 || corners[0] !== corners.at(-1)) fail(line, 'is not closed')
        }
        break
      case 'IFCPOLYLINE':
        if (refsOf(values[0]).length < 2) fail(instance, 'has fewer than two points')
        break
      case 'IFCTRIANGULATEDFACESET': {
        const points = at(values[0]).values[0]
        const count = points.kind === 'list' ? points.values.length : 0
        for (const corners of numbersOf(values[3]))
          if (new Set(corners).size !== 3 || corners.some((corner) => corner < 1 || corner > count))
            fail(instance, `has the triangle ${corners}`)
        break
      }
      case 'IFCELEMENTQUANTITY':
      case 'IFCPROPERTYSET': {
        const sets = refsOf(values.at(-1)!).map((ref) => instances.get(ref)!)
        if (new Set(sets.map((one) => JSON.stringify(one.values[0]))).size < sets.length)
          fail(instance, 'has a name twice')
        break
      }
      case 'IFCQUANTITYLENGTH':
      case 'IFCQUANTITYAREA':
      case 'IFCQUANTITYVOLUME':
        if (!(numberOf(values[3]) >= 0)) fail(instance, 'is below 0')
        break
    }
    const isOwn = values.some((value) => value.kind === 'enum' && value.name === 'USERDEFINED')
    if (isOwn && values[4].kind === 'none') fail(instance, 'is of its own type without a name')
  }
  return faults
}

/** Instances with a GlobalId; their first value is one and their second an owner. */
const isRooted = ({ type }: Instance): boolean =>
  IS_ELEMENT.test(type) ||
  IS_SPATIAL.test(type) ||
  /^IFC(REL\w+|PROJECT|OPENINGELEMENT|FURNITURETYPE|PROPERTYSET|ELEMENTQUANTITY)$/.test(type)

/** Objects that only relations refer to need a relation: that is looked for elsewhere. */
const isRelated = ({ type }: Instance): boolean => IS_ELEMENT.test(type) || IS_SPATIAL.test(type)

/** How often the relations have each thing in this place. */
function usesOf(relations: readonly Instance[], place: number): Map<number, number> {
  const uses = new Map<number, number>()
  for (const { values } of relations)
    for (const id of refsOf(values[place])) uses.set(id, (uses.get(id) ?? 0) + 1)
  return uses
}

const numberOf = (value: StepValue): number =>
  value.kind === 'real' || value.kind === 'integer' ? value.value : Number.NaN

const numbersOf = (value: StepValue): number[][] =>
  value.kind === 'list'
    ? value.values.map((each) => (each.kind === 'list' ? each.values.map(numberOf) : []))
    : []
