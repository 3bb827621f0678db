import { getJob, listServices } from '../jobs/job-tools.ts'
import type { ServiceTool } from '../jobs/service-tool.ts'
import { pullSiteData } from './pull-site.ts'

/** Tools beside edits and reads that look outside, and those about their jobs and prices. */
export const SERVICE_TOOLS = [pullSiteData, getJob, listServices] as unknown as ServiceTool[]
