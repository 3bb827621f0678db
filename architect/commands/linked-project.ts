import { StepError } from '../../terminal/step-error.ts'
import { type ProjectLink, readLink } from '../client/project-link.ts'
import { ServiceClient } from '../client/service-client.ts'
import { readLogin } from '../client/service-login.ts'

/** A client of the service of the login. */
export async function openClient(step: string): Promise<ServiceClient> {
  return new ServiceClient(await readLogin(step), step)
}

/** The link of a scene file; null without one. Throws where it is to another service. */
export async function linkAt(
  step: string,
  file: string,
  { url }: ServiceClient,
): Promise<ProjectLink | null> {
  const link = await readLink(step, file)
  if (link === null || link.url === url) return link
  const remedy = `Log in there: plat-architect login --url ${link.url}.`
  throw new StepError(step, file, `is linked to ${link.url}, and the login is for ${url}`, remedy)
}
