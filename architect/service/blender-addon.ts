import type { FastifyInstance } from 'fastify'
import { addonZip } from '../desktop/addon-zip.ts'

/** Where the page of projects links to the add-on. */
const ADDON_PATH = '/projects/plat-blender.zip'

/**
 * Serves the add-on for Blender. One that comes from a service with a public address lets its pages
 * send from the beginning.
 */
export function mountAddon(app: FastifyInstance, publicUrl: string | null): void {
  let zip: Promise<Buffer> | null = null
  app.get(ADDON_PATH, { config: { isOwn: true } }, async (_request, reply) => {
    zip ??= addonZip(publicUrl)
    return reply
      .headers({
        'cache-control': 'no-cache',
        'content-disposition': 'attachment; filename="plat-blender.zip"',
      })
      .type('application/zip')
      .send(await zip)
  })
}
