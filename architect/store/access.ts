import { type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../../accounts/accounts.ts'
import { isManager } from '../../accounts/people/organization-roles.ts'
import { project } from './schema.ts'
import { StoreRefusal } from './store-refusal.ts'

/** Who calls; null for nobody in particular, who sees public projects only. */
export type Viewer = Caller | null

/** What a viewer may do with a project. Public projects may be seen by all, as published. */
export interface Rights {
  /** The draft and all versions. */
  read: boolean
  edit: boolean
  publish: boolean
  /** Whom it is shown to, and whether it exists. */
  manage: boolean
}

const NOTHING: Rights = { read: false, edit: false, publish: false, manage: false }
const ALL: Rights = { read: true, edit: true, publish: true, manage: true }
/** Of a member of an organization who is neither owner nor admin. */
const MEMBER: Rights = { read: true, edit: true, publish: false, manage: false }

/**
 * The role of the viewer in the owner of each project: `owner` of a personal one, the role of the
 * membership, `owner` for the key of the organization itself, null for others.
 */
export function roleIn(viewer: Viewer): SQL<string | null> {
  if (viewer === null) return sql<string | null>`NULL::text`
  const { workspace, account } = viewer
  if (workspace.kind === 'organization')
    return sql<
      string | null
    >`CASE WHEN ${project.organizationId} = ${workspace.id} THEN 'owner' END`
  return sql<string | null>`CASE WHEN ${project.userId} = ${account.id} THEN 'owner' ELSE
    (SELECT m.role FROM member m
     WHERE m.organization_id = ${project.organizationId} AND m.user_id = ${account.id}) END`
}

export function rightsOf(role: string | null): Rights {
  if (role === null) return NOTHING
  return isManager(role) ? ALL : MEMBER
}

const NEEDED: Record<keyof Rights, string> = {
  read: 'see the draft and the versions of this project: its published version is public',
  edit: 'edit this project: only its owner and the members of its organization can',
  publish: 'publish this project: only owners and admins of its organization can',
  manage:
    'delete this project or change who sees it: only owners and admins of its organization can',
}

/** Throws `StoreRefusal` without the right, for projects that the viewer knows of. */
export function requireRight(rights: Rights, right: keyof Rights): void {
  if (!rights[right]) throw new StoreRefusal('forbidden', `You may not ${NEEDED[right]}.`)
}
