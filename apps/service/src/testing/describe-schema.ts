import { type Kysely, sql } from 'kysely'
import { SCHEMA } from '../store/open-store.js'

/**
 * What the catalogs say about the schema of the service, one line for each column, constraint, index, trigger and
 * function. Partitions, which depend on the date, are left out: their parents have the same.
 */
export async function describeSchema<T>(db: Kysely<T>): Promise<readonly string[]> {
  const { rows } = await sql<{ line: string }>`
    with own as (
      select oid, relname, relkind, relpersistence from pg_class
      where relnamespace = to_regnamespace(${SCHEMA}) and not relispartition)
    select format('table %s %s %s', relname, relkind, relpersistence) as line
      from own where relkind in ('r', 'p')
    union all
    select format('column %s.%s %s %s %s %s', relname, attname, format_type(atttypid, atttypmod),
      attnotnull, attidentity, pg_get_expr(adbin, adrelid))
      from own join pg_attribute on attrelid = own.oid
      left join pg_attrdef on adrelid = own.oid and adnum = attnum
      where relkind in ('r', 'p') and attnum > 0 and not attisdropped
    union all
    select format('constraint %s.%s %s %s', relname, conname, pg_get_constraintdef(pg_constraint.oid),
      convalidated)
      from own join pg_constraint on conrelid = own.oid
    union all
    select format('index %s %s', pg_get_indexdef(indexrelid), indisvalid)
      from own join pg_index on indrelid = own.oid
    union all
    select format('trigger %s %s', pg_get_triggerdef(pg_trigger.oid), tgenabled)
      from own join pg_trigger on tgrelid = own.oid where not tgisinternal
    union all
    select format('function %s', pg_get_functiondef(pg_proc.oid))
      from pg_proc where pronamespace = to_regnamespace(${SCHEMA})
    order by 1`.execute(db)
  return rows.map(({ line }) => line)
}
