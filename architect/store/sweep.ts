import { and, inArray, isNotNull, lt, notExists, sql } from 'drizzle-orm'
import type { Tables } from '../../accounts/database/database.ts'
import { bake, draft, operation, picture, project, publication, version } from './schema.ts'
import { BAKE_DAYS, OPERATION_DAYS, OPERATIONS_MAX, TRASH_DAYS } from './store-limits.ts'

const daysAgo = (days: number) => sql`now() - make_interval(days => ${days})`

/**
 * Deletes what is past its time: projects in the trash, operations, and files of scenes that
 * nothing names. Their blobs are then unused.
 */
export async function sweepExpired(tx: Tables): Promise<void> {
  await tx
    .delete(project)
    .where(and(isNotNull(project.deletedAt), lt(project.deletedAt, daysAgo(TRASH_DAYS))))
  await tx.delete(operation).where(lt(operation.at, daysAgo(OPERATION_DAYS)))
  await tx.execute(sql`DELETE FROM operation WHERE id IN (
    SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY project_id ORDER BY id DESC) AS place
      FROM operation) AS numbered WHERE place > ${OPERATIONS_MAX})`)
  await tx.delete(bake).where(
    and(
      isNotNull(bake.finishedAt),
      lt(bake.finishedAt, daysAgo(BAKE_DAYS)),
      notExists(
        tx
          .select({ one: sql`1` })
          .from(publication)
          .innerJoin(
            project,
            sql`${project.id} = ${publication.projectId}
              AND ${project.publishedVersion} = ${publication.version}`,
          )
          .where(sql`${publication.bakeKey} = ${bake.key}`),
      ),
    ),
  )
  await tx
    .delete(picture)
    .where(
      and(
        lt(picture.at, daysAgo(BAKE_DAYS)),
        notExists(
          tx
            .select({ one: sql`1` })
            .from(draft)
            .where(sql`${draft.sceneHash} = ${picture.sceneHash}`),
        ),
      ),
    )
}

/** Of these blobs, those that a row names. */
export async function referencedBlobs(tables: Tables, blobs: string[]): Promise<string[]> {
  if (blobs.length === 0) return []
  const found = await Promise.all([
    tables.select({ blob: draft.sceneBlob }).from(draft).where(inArray(draft.sceneBlob, blobs)),
    tables
      .select({ blob: version.sceneBlob })
      .from(version)
      .where(inArray(version.sceneBlob, blobs)),
    tables
      .select({ blob: operation.beforeBlob })
      .from(operation)
      .where(inArray(operation.beforeBlob, blobs)),
    tables
      .select({ blob: operation.afterBlob })
      .from(operation)
      .where(inArray(operation.afterBlob, blobs)),
    tables.select({ blob: bake.sceneBlob }).from(bake).where(inArray(bake.sceneBlob, blobs)),
    tables
      .select({ blob: sql<string>`${bake.glbBlob}` })
      .from(bake)
      .where(inArray(bake.glbBlob, blobs)),
    tables
      .select({ blob: sql<string>`${bake.webBlob}` })
      .from(bake)
      .where(inArray(bake.webBlob, blobs)),
    tables.select({ blob: picture.blob }).from(picture).where(inArray(picture.blob, blobs)),
  ])
  return [...new Set(found.flat().map(({ blob }) => blob))]
}
