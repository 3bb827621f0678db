import { expect, test } from 'vitest'
import {
  type Fact,
  isUnchanged,
  othersStay,
  refuses,
  replies,
  roof,
  scene,
  sound,
} from '../../../tests/planner/facts.ts'
import { type Case, unmet } from '../../../tests/planner/outcome-of.ts'
import { nodesOf } from '../../scene/scene.ts'

const overhang = (target: number): Fact =>
  scene(`an overhang of ${target} m`, (house) => {
    const [found] = nodesOf(house.scene, 'roof')
    return Math.abs(found.overhang - target) < 0.001 ? null : String(found.overhang)
  })

const CASES: Case[] = [
  ['Turn the gable roof into a hip roof of 30 degrees', roof('hip', 30)],
  ['hipped roof please, 25°', roof('hip', 25)],
  ['I want a flat roof instead.', roof('flat')],
  ['make the roof flat', roof('flat')],
  ['Give the house a mansard roof', roof('mansard')],
  ['Change the roof to a shed roof with a pitch of 10 degrees', roof('shed', 10)],
  ['Make the roof 45 degrees', roof('gable', 45)],
  ['roof pitch 40°', roof('gable', 40)],
  ['Set the pitch of the roof to 6/12', roof('gable', 26.6)],
  ['Make the roof 5 degrees steeper', roof('gable', 40)],
  ['make the roof 5° less steep', roof('gable', 30)],
  ['The roof should be steeper', roof('gable', 45)],
  ['Make the roof flatter', roof('gable', 25)],
  ['increase the overhang to 60 cm', overhang(0.6)],
  ['10 cm more overhang', overhang(0.5)],
  ['Make the eaves overhang by 2 feet', overhang(0.6096)],
  [['Make the roof hipped', 'make it 20 degrees'], roof('hip', 20)],
  ['Make the roof 89 degrees steep.', refuses(/75/), isUnchanged],
  ['Add a dormer to the roof', refuses(/dormer/i), isUnchanged],
  ['put solar panels on the roof', refuses(/solar/i), isUnchanged],
  ['Give the house a thatched roof', refuses(/gable/), isUnchanged],
  [['I want a flat roof', 'Make the roof steeper'], roof('flat'), replies(/flat/)],
]

test.each(CASES)('%s', (requests, ...facts) => {
  expect(unmet('bungalow', requests, [...facts, sound, othersStay()])).toEqual([])
})
