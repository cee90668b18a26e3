import type { PrimitiveType } from '@service/datasource-toolkit'
import type { MappedType } from '../../introspect/catalogue-facts.js'

/** First match wins. SQLite takes any word for a type: these are the ones people mean something by. */
const rules: readonly (readonly [RegExp, PrimitiveType])[] = [
  [/^BOOL/, 'Boolean'],
  [/^(DATETIME|TIMESTAMP)/, 'Date'],
  [/^DATE$/, 'Dateonly'],
  [/^TIME$/, 'Time'],
  [/^JSON$/, 'Json'],
  [/^(UUID|GUID|UNIQUEIDENTIFIER)$/, 'Uuid'],
  [/^(TINY|SMALL|MEDIUM|BIG|UNSIGNED BIG )?INT(EGER)?( UNSIGNED)?$|^INT[248]$/, 'Number'],
  [/^(REAL|FLOAT|DOUBLE|NUM|NUMERIC|NUMBER|DEC|DECIMAL|DOUBLE PRECISION)$/, 'Number'],
  [/CHAR|CLOB|TEXT|STRING/, 'String'],
  [/BLOB|BINARY|BYTEA/, 'Binary'],
]

/** Finds the column type of a declared type, its length or precision aside. */
export function mapSqliteType(declaredType: string): MappedType | undefined {
  const word = declaredType
    .replace(/\s*\(.*?\)/, '')
    .trim()
    .toUpperCase()
  const columnType = rules.find(([pattern]) => pattern.test(word))?.[1]
  return columnType && { columnType, databaseType: word.toLowerCase() }
}
