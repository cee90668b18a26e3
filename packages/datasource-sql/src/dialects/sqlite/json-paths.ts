import type { Dialect } from '../../dialect.js'
import { type Sql, sql } from '../../sql.js'

const pathText = (path: readonly string[]): Sql =>
  sql.raw(`'$.${path.map(name => `"${name}"`).join('.')}'`)

/** Any column can contain any text; text that is not JSON counts as null. */
const valid = (document: Sql): Sql => sql`case when json_valid(${document}) then ${document} end`

const ofKind = (kinds: string, document: Sql, path: readonly string[]): Sql => {
  const jsonPath = sql`${valid(document)}, ${pathText(path)}`
  return sql`(case when json_type(${jsonPath}) in (${sql.raw(kinds)}) then json_extract(${jsonPath}) end)`
}

const text = {
  databaseType: 'text',
  value: (document: Sql, path: readonly string[]) => ofKind("'text'", document, path),
}

const digits = (count: number) => '[0-9]'.repeat(count)
const DATE = `[1-9]${digits(3)}-${digits(2)}-${digits(2)}`
const TIME = 'T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]'
const INSTANTS = ['', '.[0-9]*'].flatMap(fraction =>
  ['Z', `[-+]${digits(2)}:${digits(2)}`].map(zone => DATE + TIME + fraction + zone),
)

const isLike = (it: Sql, patterns: readonly string[]): Sql =>
  sql`(${sql.join(
    patterns.map(pattern => sql`${it} glob ${sql.raw(`'${pattern}'`)}`),
    sql` or `,
  )})`

/** SQLite accepts February 30 as March 1, and 24:00 as the next day. */
const isDay = (it: Sql): Sql =>
  sql`strftime('%Y-%m-%d', substr(${it}, 1, 10)) = substr(${it}, 1, 10)`
const isTime = (it: Sql): Sql =>
  sql`substr(${it}, 12, 2) < '24' and strftime('%s', ${it}) is not null`

export const sqliteJsonPaths: NonNullable<Dialect['jsonPaths']> = {
  json: (document, path) => sql`(${valid(document)}) -> ${pathText(path)}`,
  typed: {
    String: text,
    Enum: text,
    Number: {
      databaseType: 'real',
      value: (document, path) => ofKind("'integer', 'real'", document, path),
    },
    Boolean: {
      databaseType: 'boolean',
      value: (document, path) => ofKind("'true', 'false'", document, path),
    },
    Date: {
      databaseType: 'datetime',
      value(document, path) {
        const it = text.value(document, path)
        return sql`(case when ${isLike(it, INSTANTS)} and ${isDay(it)} and ${isTime(it)} then ${it} end)`
      },
    },
    Dateonly: {
      databaseType: 'date',
      value(document, path) {
        const it = text.value(document, path)
        return sql`(case when ${isLike(it, [DATE])} and ${isDay(it)} then ${it} end)`
      },
    },
  },
  merge: (_column, document, { json }) =>
    sql`json_patch(coalesce(${valid(document)}, '{}'), ${json})`,
}
