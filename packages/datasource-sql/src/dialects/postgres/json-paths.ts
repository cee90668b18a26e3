import { documentDate, documentInstant } from '@service/datasource-toolkit'
import type { Dialect, MergeTree } from '../../dialect.js'
import { type Sql, sql } from '../../sql.js'

const nodeAt = (document: Sql, path: readonly string[]): Sql =>
  path.reduce((node, name) => sql`${node} -> ${sql.raw(`'${name}'`)}`, sql`${document}::jsonb`)

const ofKind = (
  kind: string,
  document: Sql,
  path: readonly string[],
  value: (text: Sql) => Sql,
) => {
  const node = nodeAt(document, path)
  const text = sql`((${node}) #>> '{}')`
  return sql`(case when jsonb_typeof(${node}) = ${sql.raw(`'${kind}'`)} then ${value(text)} end)`
}

const text = {
  databaseType: 'text',
  value: (document: Sql, path: readonly string[]) => ofKind('string', document, path, it => it),
}

const matching = (pattern: string, cast: Sql) => (it: Sql) =>
  sql`case when ${it} ~ ${sql.raw(`'^${pattern}$'`)} then ${it}::${cast} end`

export const postgresJsonPaths: NonNullable<Dialect['jsonPaths']> = {
  json: (document, path) => sql`(${nodeAt(document, path)})::text`,
  typed: {
    String: text,
    Enum: text,
    Number: {
      databaseType: 'numeric',
      value: (document, path) => ofKind('number', document, path, it => sql`${it}::numeric`),
    },
    Boolean: {
      databaseType: 'boolean',
      value: (document, path) => ofKind('boolean', document, path, it => sql`${it}::boolean`),
    },
    Date: {
      databaseType: 'timestamp with time zone',
      value: (document, path) =>
        ofKind('string', document, path, matching(documentInstant, sql`timestamptz`)),
    },
    Dateonly: {
      databaseType: 'date',
      value: (document, path) =>
        ofKind('string', document, path, matching(documentDate, sql`date`)),
    },
  },
  merge: ({ databaseType }, document, patch) => {
    const merged = merge(sql`${document}::jsonb`, patch)
    return databaseType === 'jsonb' ? merged : sql`(${merged})::json`
  },
}

/** PostgreSQL has no JSON merge patch, so the merge is written out object by object. */
function merge(node: Sql, { members }: MergeTree): Sql {
  const pairs = members.flatMap(({ name, value }) => [
    sql`${name}::text`,
    'slot' in value ? sql`${value}::jsonb` : merge(sql`${node} -> ${name}::text`, value),
  ])
  const object = sql`case when jsonb_typeof(${node}) = 'object' then ${node} else '{}'::jsonb end`
  return sql`(${object}) || jsonb_build_object(${pairs.length === 0 ? sql`` : sql.join(pairs)})`
}
