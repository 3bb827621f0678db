import { expect, test } from 'vitest'
import { sceneOf, withFields, withNodes } from '../../tests/houses/scene-of.ts'
import { smallHouse } from '../../tests/houses/small-house.ts'
import { openIfc } from '../../tests/oracles/ifc-model.ts'
import { ruleFaults } from '../../tests/oracles/ifc-rules.ts'
import { schemaFaults } from '../../tests/oracles/ifc-schema.ts'
import { readStep, type StepData } from '../../tests/oracles/step-reader.ts'
import { safeText } from '../scene/safe-text.ts'
import { newScene } from '../scene/scene.ts'
import { sceneIfc } from './scene-ifc.ts'
import { FIXED_TIME, StepFile } from './step-file.ts'
import { integer, ratio, real, text } from './step-text.ts'

const HOUSE = smallHouse(
  { kind: 'item', id: 'item_20', asset: 'desk', position: [3, 0, 2] },
  { kind: 'item', id: 'item_21', asset: 'desk', position: [1, 0, 2], rotation: 90 },
)

test('the same scene gives the same bytes in any order of its nodes, with a fixed time', () => {
  const file = sceneIfc(HOUSE, { name: 'House' })
  expect(sceneIfc(structuredClone(HOUSE), { name: 'House' })).toBe(file)
  const turned = Object.fromEntries(Object.entries(HOUSE.nodes).reverse())
  expect(sceneIfc({ ...HOUSE, nodes: turned }, { name: 'House' })).toBe(file)
  expect(readStep(file).header).toEqual([
    "FILE_DESCRIPTION(('ViewDefinition [notYetAssigned]'),'2;1');",
    `FILE_NAME('House','${FIXED_TIME}',(''),(''),'Plat Architect','Plat Architect','');`,
    "FILE_SCHEMA(('IFC4'));",
  ])
})

/** Global ids of objects by their tags. */
function idsByTag({ instances }: StepData): Map<string, string> {
  const ids = new Map<string, string>()
  for (const { type, values } of instances.values()) {
    const tag = type === 'IFCOPENINGELEMENT' ? undefined : values[7]
    if (tag?.kind === 'string' && values[0].kind === 'string') ids.set(tag.text, values[0].text)
  }
  return ids
}

test('a node has its GlobalId whatever is edited, and another one in another project', () => {
  const before = idsByTag(readStep(sceneIfc(HOUSE, { name: 'House' })))
  const edited = withFields(HOUSE, 'wall_4', { thickness: 0.4, label: 'Thick' })
  const { item_20: _, ...nodes } = edited.nodes
  const after = idsByTag(readStep(sceneIfc({ ...edited, nodes }, { name: 'Another name' })))
  expect(before.size).toBeGreaterThan(8)
  expect(after.size).toBe(before.size - 1)
  for (const [tag, id] of after) expect(before.get(tag), tag).toBe(id)
  const { site_k3x9: site, ...rest } = HOUSE.nodes
  const renamed = Object.fromEntries(
    Object.entries(rest).map(([id, node]) => [
      id,
      node.parent === 'site_k3x9' ? { ...node, parent: 'site_other' } : node,
    ]),
  )
  const other = { ...HOUSE, nodes: { ...renamed, site_other: { ...site, id: 'site_other' } } }
  const ids = new Set(before.values())
  const others = [...idsByTag(readStep(sceneIfc(other as never, { name: 'House' }))).values()]
  expect(others.length).toBe(before.size)
  expect(others.filter((id) => ids.has(id))).toEqual([])
})

const HOSTILE = [
  "O'Brien's ''room''",
  'C:\\new\\X2\\0041\\X0\\',
  "');#1=IFCWALL($);('",
  '/* comment */ #12=$;',
  'Küche, 廚房, кухня, \u{1f6cb}\u{fe0f}',
  'line\nbreak\ttab\u0000nul\u202eright to left\ud800',
  `${'\u{1f6cb}'.repeat(60)}`,
]

test('labels of any characters are read back, less those that drawings replace too', async () => {
  for (const label of HOSTILE) {
    const scene = withFields(
      withFields(withFields(HOUSE, 'wall_3', { label }), 'level_2', { label }),
      'site_k3x9',
      { label },
    )
    const file = sceneIfc(scene, { name: label })
    const data = readStep(file)
    expect([...data.faults, ...schemaFaults(data), ...ruleFaults(data)], label).toEqual([])
    const model = await openIfc(file)
    const names = (type: string) =>
      model.lines(type).map(({ Name }) => (Name as { value: string }).value)
    expect(names('IfcWall'), label).toContain(safeText(label))
    expect(names('IfcBuildingStorey')).toEqual([safeText(label)])
    expect(names('IfcProject')).toEqual([safeText(label)])
    model.close()
  }
})

test('what has an empty label has its id as name, a room what it is', () => {
  const scene = withFields(HOUSE, 'wall_3', { label: '' })
  const rooms = withNodes(
    scene,
    ...['', undefined].map((label, i) => ({
      kind: 'zone' as const,
      id: `zone_${90 + i}`,
      roomType: 'kitchen',
      color: '#aabbcc',
      polygon: [
        [0, 0],
        [1, 0],
        [1, -1],
      ],
      label,
    })),
  )
  const instances = [...readStep(sceneIfc(rooms, { name: 'A house' })).instances.values()]
  const texts = (type: string, at: number) =>
    instances.filter((each) => each.type === type).map(({ values }) => values[at])
  expect(texts('IFCWALL', 2)).toContainEqual({ kind: 'string', text: 'wall_3' })
  const [empty, without] = texts('IFCSPACE', 7).slice(-2)
  expect(empty).toEqual({ kind: 'string', text: 'Kitchen' })
  expect(without).toEqual(empty)
})

test('a label over 255 characters is cut, a note is not', () => {
  const long = 'ß'.repeat(400)
  const note = { kind: 'annotation', id: 'annotation_9', position: [1, 1], text: long } as const
  const data = readStep(sceneIfc(sceneOf(note), { name: long }))
  const of = (type: string) => [...data.instances.values()].find((each) => each.type === type)
  expect(of('IFCPROJECT')?.values[2]).toEqual({ kind: 'string', text: 'ß'.repeat(255) })
  expect(of('IFCTEXTLITERAL')?.values[0]).toEqual({ kind: 'string', text: long })
})

test('numbers have a point, and no other form than STEP has', () => {
  expect([0, -0, 1, -2.5, 1e-7, 0.1 + 0.2, 123456.7890123].map(real)).toEqual([
    '0.',
    '0.',
    '1.',
    '-2.5',
    '0.',
    '0.3',
    '123456.789012',
  ])
  expect([1e-9, -1.5e-8, 1 / 3].map(ratio)).toEqual(['1.E-9', '-1.5E-8', '0.333333333333'])
  expect(integer(3)).toBe('3')
  expect(() => real(Number.NaN)).toThrow('NaN is not a number of an IFC file')
  expect(text("a'b\\cä")).toBe("'a''b\\\\c\\X2\\00E4\\X0\\'")
})

test('a scene without nodes, and one without walls, are whole files', () => {
  const empty = newScene('Empty', 'k3x9')
  for (const scene of [empty, { ...empty, nodes: {} }]) {
    const data = readStep(sceneIfc(scene, { name: '' }))
    expect([...data.faults, ...schemaFaults(data), ...ruleFaults(data)]).toEqual([])
  }
})

test('a file that would be too long is refused with a sentence', () => {
  const step = new StepFile(40)
  step.add('IFCCARTESIANPOINT', real(1))
  expect(() => step.add('IFCCARTESIANPOINT', real(2))).toThrow(
    'The IFC file would have more than 40 characters. Delete fences',
  )
})

test('the checks of these tests find what is wrong in a file', () => {
  const file = sceneIfc(HOUSE, { name: 'House' })
  const faultsOf = (from: RegExp | string, to: string) => {
    const changed = file.replace(from, to)
    expect(changed).not.toBe(file)
    const data = readStep(changed)
    return [...data.faults, ...schemaFaults(data), ...ruleFaults(data)].length
  }
  expect(faultsOf('.SOLIDWALL.', '.MASSIVEWALL.')).toBe(1)
  expect(faultsOf('.SOLIDWALL.', '$,$')).toBe(1)
  expect(faultsOf(/(IFCDOOR\('[^']*',\$,'[^']*',\$,'hinged',#\d+,#\d+),/, '$1,#1,')).toBe(1)
  expect(faultsOf(/(=IFCPROJECT\()'[^']*'/, '$1$')).toBeGreaterThan(0)
  expect(faultsOf(/(=IFCPROJECT\()'.(?=[^']*')/, "$1'9")).toBe(1)
  expect(faultsOf(/\n#\d+=IFCRELVOIDSELEMENT.*/, '')).toBeGreaterThan(0)
  expect(faultsOf(/\n#\d+=IFCRELCONTAINEDIN.*/, '')).toBeGreaterThan(0)
  expect(
    faultsOf(/IFCQUANTITYLENGTH\('Length',\$,\$,6\./, "IFCQUANTITYLENGTH('Length',$,$,-6."),
  ).toBe(1)
  expect(
    faultsOf(/IFCQUANTITYLENGTH\('Length',\$,\$,6\./, "IFCQUANTITYLENGTH('Length',$,$,6"),
  ).toBe(1)
  expect(faultsOf(/\n#9=/, '\n#8=')).toBeGreaterThan(0)
})
