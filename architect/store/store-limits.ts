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
/** Uploaded files of a workspace. */
export const FILES_MAX = 1_000
/** Bytes of the uploaded files of a workspace together. */
export const FILES_BYTES_MAX = 1_000_000_000
/** Days that an uploaded file stays that no turn has named and nobody has uploaded again. */
export const FILE_DAYS = 30
/** Files that one transaction of the sweep deletes. */
export const FILES_SWEPT_AT_ONCE = 500
/** Pictures and animations of one project. */
export const MEDIA_MAX = 200
/** Bytes of the pictures and animations of one project together. */
export const MEDIA_BYTES_MAX = 500_000_000
/** Open sessions of the tool server of one account in one workspace; older ones end. */
export const SESSIONS_MAX = 100
/** Days after its last use that a session of the tool server is open. */
export const SESSION_DAYS = 7
/** Sessions that one transaction of the sweep deletes. */
export const SESSIONS_SWEPT_AT_ONCE = 500
/** Rows of one page of a list. */
export const PAGE_MAX = 100
/**
 * Bytes of the changes on one page of versions, as JSON: the thread of the accounts parses them.
 * A page ends before the version with which there would be more.
 */
export const PAGE_CHANGES_BYTES_MAX = 2 * 1024 * 1024
/**
 * Largest amount of one entry of the ledger of credits, in thousandths of a credit: a billion
 * credits.
 */
export const CREDIT_AMOUNT_MAX = 1_000_000_000_000
/**
 * Most that one account of credits may have, in thousandths: sums of them are exact in JavaScript.
 */
export const CREDIT_BALANCE_MAX = 1_000_000_000_000_000
/** Characters of the note of an entry of the ledger; longer ones are cut. */
export const CREDIT_NOTE_CHARACTERS_MAX = 200
/** Turns of one project that wait; one more is refused. */
export const TURNS_WAITING_MAX = 8
/** Jobs of one workspace that wait or run; one more is refused. */
export const JOBS_LIVE_MAX = 16
/** Seconds for which a job is one process's without a sign of life; then another one takes it. */
export const JOB_LEASE_S = 30
/** Processes that begin a job one after the other and end, before the job has failed. */
export const JOB_ATTEMPTS_MAX = 3
/** Days that ended jobs are stored, to answer repeated calls. */
export const JOB_DAYS = 30
/** Turns of one page of a chat. */
export const CHAT_PAGE_MAX = 50
/** Days that turns stay in the chat of their project. */
export const TURN_DAYS = 365
/**
 * Steps of one page of a chat; it ends before the turn with which there would be more. A single
 * turn may have more.
 */
export const CHAT_STEPS_MAX = 2_000
