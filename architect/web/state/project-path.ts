/** Characters of an id of a project in an address; a longer one is not an id. */
const ID_CHARACTERS_MAX = 60

/** The id of the project in a path such as `/projects/prj_1`; null for the list of projects. */
export function projectIdIn(pathname: string): string | null {
  const id = /^\/projects\/([A-Za-z0-9_-]+)\/?$/.exec(pathname)?.[1]
  return id !== undefined && id.length <= ID_CHARACTERS_MAX ? id : null
}

/** The path of the page of one project. */
export const projectPath = (id: string): string => `/projects/${encodeURIComponent(id)}`
