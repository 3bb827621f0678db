import { newScene, type Scene } from '../../architect/scene/scene.ts'
import { exampleScene } from '../houses/example-scenes.ts'
import type { BriefStart } from './briefs/brief.ts'
import { bungalow } from './bungalow.ts'

const made = new Map<BriefStart, Scene>()

/** The project before the first request of a brief; the same scene at each call. */
export function startOf(start: BriefStart): Scene {
  const scene = made.get(start) ?? makeStart(start)
  made.set(start, scene)
  return scene
}

function makeStart(start: BriefStart): Scene {
  if (start === 'empty') return newScene('New project', 'e4q8')
  if (start === 'bungalow') return bungalow()
  return exampleScene(start)
}
