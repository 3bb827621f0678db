import { Plane, Vector2, Vector3 } from 'three'
import type { Section, Sun, View } from '../state/view-state.ts'
import { type Building, loadBuilding, rayThrough } from './building.ts'
import { openDaylight } from './daylight.ts'
import { fitted } from './fitted.ts'
import { aroundPoint, reach, widened } from './focus-boxes.ts'
import { freeView } from './free-view.ts'
import { listenTo } from './gestures.ts'
import type { Shown } from './level-filter.ts'
import { openMarks } from './marks.ts'
import {
  type Bounds,
  between,
  eyeOf,
  framed,
  type Orbit,
  panned,
  turned,
  type Vec3,
  zoomed,
} from './orbit.ts'
import { framedBoxes, shadedBounds } from './plot-bounds.ts'
import type { IndexedNode } from './scene-index.ts'
import { roomAt } from './scene-index.ts'
import { clipPlaneOf } from './section-plane.ts'
import { FOV_DEG, openStage } from './stage.ts'
import type { Stride } from './walk.ts'
import { sightOf } from './walk.ts'
import { openWalkMode, type WalkMode } from './walk-mode.ts'

const FLIGHT_S = 0.45
/** Rooms are lit by their windows. */
const INDOOR_EXPOSURE = 1.45
/** Height of the picture that the toolbar covers. */
const TOOLBAR_PX = 80
/** Degrees per key press. */
const TURN_DEG = 6
const PAN_SHARE = 0.06
const ZOOM_FACTOR = 0.86

export interface ModelViewOptions {
  onSelect(id: string | null): void
  /** A door was opened or closed. */
  onDoor(node: IndexedNode, isOpen: boolean): void
  /** A person pressed the key for the level above or below. */
  onLevelStep(step: 1 | -1): void
}

/** The 3D view of a project. */
export interface ModelView {
  /** The nodes of the drawn model; null where another one was requested meanwhile. */
  load(bytes: ArrayBuffer, signal: AbortSignal): Promise<ReadonlyMap<string, IndexedNode> | null>
  show(shown: Shown): void
  setView(view: Exclude<View, 'plan'>): void
  setSection(section: Section | null): void
  setSun(sun: Sun): void
  setTheme(isDark: boolean): void
  select(id: string | null): void
  /**
   * Shows a node or a point in the middle of the picture; a point gets a pin. False where something
   * hides it from every side.
   */
  focusOn(target: { id: string } | { at: Vec3 }): boolean
  unpin(): void
  fit(): void
  compare(changes: { created: readonly string[]; changed: readonly string[] } | null): void
  canOpen(id: string): boolean
  isOpen(id: string): boolean
  setOpen(id: string, isOpen: boolean): void
  setAllOpen(isOpen: boolean): void
  /** Sets the stride of the buttons on the screen. */
  stride(stride: Stride, turn: number): void
  /** Where a node is in the picture, in pixels of the canvas; null behind the eye. */
  positionOf(id: string): readonly [x: number, y: number] | null
  /** Called after each drawn picture. */
  onDrawn(listener: () => void): void
}

export function openModelView(place: HTMLElement, options: ModelViewOptions): ModelView {
  const stage = openStage(place)
  const daylight = openDaylight(stage.scene, stage.quality.shadowPixels)
  const isStill = matchMedia('(prefers-reduced-motion: reduce)')
  let building: Building | null = null
  const marks = openMarks(stage.scene, () => building)
  let walk: WalkMode | null = null
  let view: Exclude<View, 'plan'> = '3d'
  let orbit: Orbit = { target: [0, 1, 0], bearing: 145, pitch: 32, distance: 20 }
  let flight: { from: Orbit; to: Orbit; share: number } | null = null
  let shown: Shown = { level: null, covers: true }
  let section: Section | null = null
  let selected: string | null = null
  let bounds: Bounds = { min: [-5, 0, -5], max: [5, 3, 5] }
  const pressed = new Set<string>()

  const { canvas } = stage
  canvas.tabIndex = 0
  canvas.setAttribute('role', 'application')
  canvas.setAttribute('aria-label', '3D model')
  canvas.setAttribute('aria-describedby', 'model-keys')
  stage.onDrawn((isFine) => {
    if (building) place.dataset.state = isFine ? 'fine' : 'drawn'
  })
  stage.onFrame((seconds) => {
    const isFlying = fly(seconds)
    const isWalking = view === 'walk' && walk !== null && walk.advance(seconds)
    const isDoorMoving = building?.doors.advance(seconds) ?? false
    if (isDoorMoving) {
      stage.invalidateShadows()
      // Its mark moves with it.
      marks.select(selected)
    }
    if (isFlying || isWalking) look()
    return isFlying || isWalking || isDoorMoving
  })

  const look = () => {
    if (view === 'walk' && walk) {
      const { eye, sight } = sightOf(walk.walker)
      stage.look(eye, sight, { near: 0.08, far: 400, exposure: INDOOR_EXPOSURE })
      marks.scale(6)
      return
    }
    const far = orbit.distance + 40 * reach(bounds)
    stage.look(eyeOf(orbit), orbit.target, {
      near: Math.max(0.05, orbit.distance / 400),
      far,
      exposure: 1,
    })
    marks.scale(orbit.distance)
  }
  const fly = (seconds: number): boolean => {
    if (!flight) return false
    flight.share = Math.min(1, flight.share + seconds / FLIGHT_S)
    const eased = flight.share * flight.share * (3 - 2 * flight.share)
    orbit = between(flight.from, flight.to, eased)
    if (flight.share === 1) flight = null
    return true
  }
  const goTo = (to: Orbit) => {
    if (isStill.matches) {
      flight = null
      orbit = to
      look()
      return
    }
    flight = { from: orbit, to, share: 0 }
    stage.invalidate()
  }
  const setOrbit = (next: Orbit) => {
    flight = null
    orbit = next
    look()
  }
  const frameOf = (box: Bounds, from?: { bearing: number; pitch: number }) =>
    framed(box, { fovDeg: FOV_DEG, aspect: stage.camera.aspect }, from)
  const shownBoxes = (): [Bounds, ...Bounds[]] => {
    const level = shown.level && building?.boundsOf(shown.level)
    return level ? [level] : framedBoxes(bounds, building?.plot ?? bounds)
  }
  const fittedView = () => {
    const from = shown.level || !shown.covers ? { bearing: 160, pitch: 55 } : undefined
    const covered = Math.min(0.3, TOOLBAR_PX / canvas.clientHeight)
    return fitted(shownBoxes(), { fovDeg: FOV_DEG, aspect: stage.camera.aspect, covered }, from)
  }
  const fit = () => goTo(fittedView())
  const clip = () => {
    const plane = section && clipPlaneOf(section, bounds)
    const planes = plane ? [new Plane(new Vector3(...plane.normal), plane.constant)] : []
    building?.setClip(planes)
    stage.setClip(planes)
    stage.invalidateShadows()
  }
  const setOpen = (id: string, isOpen: boolean) => {
    const node = building?.nodes.get(id)
    if (!building || !node || !building.doors.has(id)) return
    building.doors.set(id, isOpen, isStill.matches)
    marks.select(selected)
    stage.invalidateShadows()
    options.onDoor(node, isOpen)
  }
  const toggleDoor = (id: string) => setOpen(id, !building!.doors.isOpen(id))

  const press = (x: number, y: number, isDouble: boolean) => {
    if (!building) return
    const at = new Vector2((x / canvas.clientWidth) * 2 - 1, 1 - (y / canvas.clientHeight) * 2)
    const hit = building.pick(rayThrough(at, stage.camera))
    const node = hit ? building.nodes.get(hit.id)! : null
    if (hit && node && isDouble) {
      if (building.doors.has(node.id)) toggleDoor(node.id)
      else goTo({ ...orbit, target: hit.point, distance: Math.min(orbit.distance, 12) })
      return
    }
    options.onSelect(hit && node ? pickedId(building, node, hit.point, selected) : null)
  }
  listenTo(canvas, {
    onTurn(right, up) {
      if (view === 'walk') walk?.look(right, up)
      else setOrbit(turned(orbit, right * 160, -up * 120))
      look()
    },
    onPan(right, up) {
      if (view === 'walk') walk?.look(right, up)
      else setOrbit(panned(orbit, -right, -up, FOV_DEG))
      look()
    },
    onZoom(factor) {
      if (view !== 'walk') setOrbit(zoomed(orbit, factor))
    },
    onPress: press,
    onKey(event, isDown) {
      return view === 'walk' ? walkKey(event, isDown) : isDown && orbitKey(event)
    },
  })
  canvas.addEventListener('blur', () => {
    pressed.clear()
    walk?.press({ forward: 0, right: 0 }, 0)
  })

  const sharedKey = (key: string): boolean => {
    const center = () => press(canvas.clientWidth / 2, canvas.clientHeight / 2, false)
    const acts: Record<string, () => void> = {
      PageUp: () => options.onLevelStep(1),
      PageDown: () => options.onLevelStep(-1),
      Enter: center,
      ' ': () => selected && building?.doors.has(selected) && toggleDoor(selected),
      o: () => selected && building?.doors.has(selected) && toggleDoor(selected),
    }
    const act = acts[key]
    act?.()
    return act !== undefined
  }
  const orbitKey = ({ key, shiftKey }: KeyboardEvent): boolean => {
    const arrows: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    }
    const arrow = arrows[key]
    if (arrow && shiftKey)
      setOrbit(panned(orbit, arrow[0] * PAN_SHARE, arrow[1] * PAN_SHARE, FOV_DEG))
    else if (arrow) setOrbit(turned(orbit, arrow[0] * TURN_DEG, arrow[1] * TURN_DEG))
    else if (key === '+' || key === '=') setOrbit(zoomed(orbit, ZOOM_FACTOR))
    else if (key === '-') setOrbit(zoomed(orbit, 1 / ZOOM_FACTOR))
    else if (key === 'Home' || key === 'f') fit()
    else return sharedKey(key)
    return true
  }
  const walkKey = ({ key }: KeyboardEvent, isDown: boolean): boolean => {
    const name = key.length === 1 ? key.toLowerCase() : key
    const keys = ['w', 's', 'a', 'd', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']
    if (!keys.includes(name)) return isDown && sharedKey(name)
    if (isDown) pressed.add(name)
    else pressed.delete(name)
    const held = (...names: string[]) => (names.some((each) => pressed.has(each)) ? 1 : 0)
    walk?.press(
      {
        forward: held('w', 'ArrowUp') - held('s', 'ArrowDown'),
        right: held('d') - held('a'),
      },
      held('ArrowRight') - held('ArrowLeft'),
    )
    stage.invalidate()
    return true
  }

  return {
    async load(bytes, signal) {
      const next = await loadBuilding(bytes, stage.quality.isPlain)
      if (signal.aborted) {
        next.dispose()
        return null
      }
      const isFirst = building === null
      if (building) {
        stage.scene.remove(building.root)
        building.dispose()
      }
      building = next
      bounds = next.bounds
      walk = openWalkMode(next, (id) => setOpen(id, true))
      stage.scene.add(next.root)
      daylight.fit(shadedBounds(bounds, next.plot))
      next.show(shown)
      clip()
      marks.select(selected)
      marks.compare(null)
      stage.resize()
      if (isFirst) setOrbit(fittedView())
      if (view === 'walk') walk.enter(shown.level, bounds, selected)
      look()
      stage.invalidateShadows()
      return next.nodes
    },
    show(next) {
      const isOther = next.level !== shown.level
      shown = next
      building?.show(shown)
      const floor = shown.level ? building?.boundsOf(shown.level)?.min[1] : undefined
      daylight.setGround(floor === undefined || floor > -1)
      stage.invalidateShadows()
      if (!isOther || !building) return
      if (view === 'walk') {
        walk?.enter(shown.level, bounds, selected)
        look()
      } else fit()
    },
    setView(next) {
      const isOther = next !== view
      view = next
      if (!isOther || !building) return
      if (view === 'walk') walk?.enter(shown.level, bounds, selected)
      look()
    },
    setSection(next) {
      section = next
      if (building) clip()
    },
    setSun(sun) {
      daylight.setSun(sun)
      stage.invalidateShadows()
    },
    setTheme(isDark) {
      daylight.setTheme(isDark)
      stage.invalidate()
    },
    select(id) {
      selected = id
      marks.select(id)
      stage.invalidate()
    },
    focusOn(target) {
      const box = 'id' in target ? building?.boundsOf(target.id) : aroundPoint(target.at)
      marks.pin('at' in target ? target.at : null)
      stage.invalidate()
      if (!box || !building || view === 'walk') return true
      const from = { bearing: orbit.bearing, pitch: Math.max(orbit.pitch, 35) }
      const id = 'id' in target ? target.id : null
      const whole = frameOf(widened(box), from)
      const { orbit: free, isFree } = freeView(building, whole, id)
      goTo(free)
      return isFree
    },
    unpin() {
      marks.pin(null)
      stage.invalidate()
    },
    fit,
    compare(changes) {
      marks.compare(changes)
      stage.invalidate()
    },
    canOpen: (id) => building?.doors.has(id) ?? false,
    isOpen: (id) => building?.doors.isOpen(id) ?? false,
    setOpen,
    setAllOpen(isOpen) {
      for (const id of building?.doors.ids ?? []) building?.doors.set(id, isOpen, isStill.matches)
      marks.select(selected)
      stage.invalidateShadows()
    },
    stride(stride, turn) {
      walk?.press(stride, turn)
      stage.invalidate()
    },
    positionOf(id) {
      const box = building?.boundsOf(id)
      if (!box) return null
      const middle = new Vector3(...box.min).add(new Vector3(...box.max)).multiplyScalar(0.5)
      // At the top of the walls: the near wall of a shallow room hides the middle of its floor.
      middle.y = box.max[1]
      middle.project(stage.camera)
      if (middle.z > 1) return null
      return [((middle.x + 1) / 2) * canvas.clientWidth, ((1 - middle.y) / 2) * canvas.clientHeight]
    },
    onDrawn: (listener) => stage.onDrawn(listener),
  }
}

/** Floors and ceilings stand for their room first; pressed again, for themselves. */
function pickedId(
  { nodes }: Building,
  node: IndexedNode,
  [x, , z]: Vec3,
  selected: string | null,
): string {
  if (node.kind !== 'slab' && node.kind !== 'ceiling') return node.id
  const room = roomAt(nodes.values(), node.levelId, x, z)
  return room && room.id !== selected ? room.id : node.id
}
