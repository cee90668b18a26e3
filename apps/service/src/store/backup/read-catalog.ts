import { type Kysely, sql } from 'kysely'
import { SCHEMA } from '../open-store.js'
import type { Database } from '../schema.js'
import type { Partition } from './format.js'

export interface Table {
  readonly name: string
  readonly columns: readonly string[]
  readonly identities: readonly string[]
}

/**
 * Every table to back up, referenced tables first. Unlogged tables, which a crash may empty, and the list of
 * migrations are excluded.
 */
export async function readTables(db: Kysely<Database>): Promise<readonly Table[]> {
  const { rows } = await sql<Table & { references: string[] }>`
    select class.relname as name,
      (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = '')
        as columns,
      array(select attname::text from pg_attribute
        where attrelid = class.oid and attnum > 0 and not attisdropped and attidentity <> '')
        as identities,
      array(select distinct target.relname::text from pg_constraint
        join pg_class target on target.oid = confrelid
        where conrelid = class.oid and contype = 'f' and confrelid <> conrelid) as "references"
    from pg_class class
    where relnamespace = to_regnamespace(${SCHEMA}) and relkind in ('r', 'p')
      and not relispartition and relpersistence = 'p' and relname not like 'kysely\\_%'
    order by relname`.execute(db)
  return inOrder(rows)
}

/** The partitions of the logs, in an order in which they can be created. */
export async function readPartitions(db: Kysely<Database>): Promise<readonly Partition[]> {
  const { rows } = await sql<Partition>`
    select parent.relname as parent, part.relname as name,
      pg_get_expr(part.relpartbound, part.oid) as bounds
    from pg_inherits
    join pg_class part on part.oid = inhrelid
    join pg_class parent on parent.oid = inhparent
    where part.relnamespace = to_regnamespace(${SCHEMA}) and part.relispartition
      and part.relkind = 'r'
    order by parent.relname, pg_get_expr(part.relpartbound, part.oid) = 'DEFAULT', part.relname`.execute(
    db,
  )
  return rows
}

/** Sorts tables after those they reference. */
function inOrder<T extends { readonly name: string; readonly references: readonly string[] }>(
  tables: readonly T[],
): readonly T[] {
  const ordered: T[] = []
  const names = new Set<string>()
  while (ordered.length < tables.length) {
    const next = tables.filter(
      ({ name, references }) =>
        !names.has(name) && references.every(reference => names.has(reference)),
    )
    if (next.length === 0) throw new Error('The tables refer to each other in a circle.')
    ordered.push(...next)
    for (const { name } of next) names.add(name)
  }
  return ordered
}
