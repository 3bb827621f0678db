import type { AddressInfo } from 'node:net'
import { nodesOf } from '../../architect/scene/scene.ts'
import type { TurnSettings } from '../../architect/service/turn-settings.ts'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import { buildPage, PROJECTS_PAGE } from '../../setup/page.mjs'
import type { AccountsEngine } from '../accounts/accounts-on.ts'
import { largeBuilding } from '../houses/large-building.ts'
import { ProjectsService } from '../projects/projects-service.ts'

/** The service of projects with its page, on a port. */
export interface ProjectsPageService {
  origin: string
  projects: ProjectsService
  /** A new project: two storeys, and a room without a door. */
  building(name: string): Promise<string>
  close(): Promise<void>
}

export async function openProjectsPageService(
  engine: AccountsEngine,
  turns?: TurnSettings,
): Promise<ProjectsPageService> {
  await buildPage(PROJECT_ROOT.replace(/\/$/, ''), process.execPath, PROJECTS_PAGE)
  const projects = await ProjectsService.open(engine, { turns })
  const { app } = projects.opened
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    projects,
    async building(name) {
      const scene = largeBuilding({ storeys: 2, roomsPerSide: 1, isFurnished: false })
      const id = await projects.project({ name, scene })
      const door = nodesOf(scene, 'door').at(-1)!
      const operation = { tool: 'delete_node', arguments: { ids: [door.id] } }
      await projects.json(`${id}/operations`, { payload: { operations: [operation] } })
      return id
    },
    close: () => projects.close(),
  }
}
