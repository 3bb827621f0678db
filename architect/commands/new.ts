import { type Command, UsageError } from '../../terminal/command.ts'
import { nodesOf } from '../scene/scene.ts'
import { createScene } from './scene-on-disk.ts'

export const newCommand: Command = {
  name: 'new',
  summary: 'Make a scene file: a site with a building and its ground floor',
  usage: 'new <file> [options]',
  options: {
    name: { type: 'string', value: 'name', help: 'name of the project', default: 'New project' },
    json: { type: 'boolean', help: 'the answer as JSON' },
  },
  examples: ['plat-architect new house.json --name "A house"'],
  async run({ positionals, values }, out) {
    if (positionals.length !== 1) throw new UsageError('Give the path of one file to create.')
    const [file] = positionals
    const scene = await createScene(file, `${values.name}`)
    const [site, building, level] = (['site', 'building', 'level'] as const).map(
      (kind) => nodesOf(scene, kind)[0],
    )
    const ids = { siteId: site.id, buildingId: building.id, levelId: level.id }
    if (values.json) out.print(JSON.stringify({ ok: true, file, ...ids }))
    else
      out.print(`${file}: "${values.name}" with ${building.id} and its ground floor, ${level.id}.`)
    return 0
  },
}
