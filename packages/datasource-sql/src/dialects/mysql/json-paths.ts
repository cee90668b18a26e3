import { documentDate, documentInstant } from '@service/datasource-toolkit'
import type { Dialect } from '../../dialect.js'
import { type Sql, sql } from '../../sql.js'

const nodeAt = (document: Sql, path: readonly string[]): Sql =>
  sql`json_extract(${document}, ${sql.raw(`'$.${path.map(name => `"${name}"`).join('.')}'`)})`

const ofKind = (
  kinds: string,
  document: Sql,
  path: readonly string[],
  value: (text: Sql) => Sql,
) => {
  const node = nodeAt(document, path)
  const text = sql`convert(json_unquote(${node}) using utf8mb4) collate utf8mb4_bin`
  return sql`(case when json_type(${node}) in (${sql.raw(kinds)}) then ${value(text)} end)`
}

const text = {
  databaseType: 'longtext',
  value: (document: Sql, path: readonly string[]) => ofKind("'STRING'", document, path, it => it),
}

const matching = (pattern: string, value: (text: Sql) => Sql) => (it: Sql) =>
  sql`case when ${it} regexp ${sql.raw(`'^${pattern}$'`)} then ${value(it)} end`

/** Converts an instant with any offset to a date and time in UTC. */
const inUtc = (it: Sql): Sql => {
  const isUtc = sql`right(${it}, 1) = 'Z'`
  const local = sql`concat(left(${it}, 10), ' ', substr(${it}, 12, char_length(${it}) - if(${isUtc}, 12, 17)))`
  const offset = sql`if(${isUtc}, '00:00:00', concat(replace(right(${it}, 6), '+', ''), ':00'))`
  return sql`subtime(cast(${local} as datetime(6)), ${offset})`
}

export const mysqlJsonPaths: NonNullable<Dialect['jsonPaths']> = {
  json: nodeAt,
  typed: {
    String: text,
    Enum: text,
    Number: {
      databaseType: 'double',
      value: (document, path) =>
        ofKind(
          "'INTEGER', 'UNSIGNED INTEGER', 'DOUBLE', 'DECIMAL'",
          document,
          path,
          it => sql`(${it} + 0e0)`,
        ),
    },
    Boolean: {
      databaseType: 'tinyint',
      value: (document, path) => ofKind("'BOOLEAN'", document, path, it => sql`(${it} = 'true')`),
    },
    Date: {
      databaseType: 'datetime',
      value: (document, path) =>
        ofKind("'STRING'", document, path, matching(documentInstant, inUtc)),
    },
    Dateonly: {
      databaseType: 'date',
      value: (document, path) =>
        ofKind(
          "'STRING'",
          document,
          path,
          matching(documentDate, it => sql`cast(${it} as date)`),
        ),
    },
  },
  merge: (_column, document, { json }) =>
    sql`json_merge_patch(coalesce(${document}, '{}'), ${json})`,
}
