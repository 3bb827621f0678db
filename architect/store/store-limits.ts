// Limits of stored projects. The service states them in its answers and documents.

/** Projects of one owner, with those in the trash. */
export const PROJECTS_MAX = 1_000
/** Versions of one project. */
export const VERSIONS_MAX = 10_000
/** Characters of a project's name. */
export const NAME_CHARACTERS_MAX = 200
/** Characters of the label of a version. */
export const LABEL_CHARACTERS_MAX = 200
/** Days that a deleted project stays in the trash. */
export const TRASH_DAYS = 30
/** Days that committed operations are stored, to answer repeated calls and to undo. */
export const OPERATION_DAYS = 7
/** Operations stored of one project; older ones cannot be undone. */
export const OPERATIONS_MAX = 5_000
/** Steps of one undo or redo. */
export const UNDO_STEPS_MAX = 1_000
/** Days that the files of a scene stay that no publication names any more. */
export const BAKE_DAYS = 30
/** Days that the files of a scene stay that is no version. */
export const DRAFT_BAKE_DAYS = 1
/** Rows of one page of a list. */
export const PAGE_MAX = 100
/**
 * Bytes of the changes on one page of versions, as JSON: the thread of the accounts parses them.
 * A page ends before the version with which there would be more.
 */
export const PAGE_CHANGES_BYTES_MAX = 2 * 1024 * 1024
