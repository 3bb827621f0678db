/** The file or object beside the blobs with the id of the database that names them. */
export const OWNER_NAME = 'owner'
