import { getJob, listServices } from '../jobs/job-tools.ts'
import type { ServiceTool } from '../jobs/service-tool.ts'
import { generateStudioMedia } from '../media/generate-media.ts'
import { pullSiteData } from '../survey/pull-site.ts'

/** Tools beside edits and reads that are paid for, and those about their jobs and prices. */
export const SERVICE_TOOLS = [
  pullSiteData,
  generateStudioMedia,
  getJob,
  listServices,
] as unknown as ServiceTool[]
