import type { PrimitiveType } from '@service/datasource-toolkit'
import type { MappedType } from '../../introspect/catalogue-facts.js'

/** The first match wins. SQLite accepts any word as a type; these are the common ones. */
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

/** The database type of bytes in a view. SQLite declares its columns without a type like this, too. */
export const UNTYPED = 'untyped'

/** Maps a declared type to a column type, ignoring its length or precision. */
export function mapSqliteType(declaredType: string, isView: boolean): MappedType | undefined {
  const word = declaredType
    .replace(/\s*\(.*?\)/, '')
    .trim()
    .toUpperCase()
  const columnType = rules.find(([pattern]) => pattern.test(word))?.[1]
  const databaseType = isView && columnType === 'Binary' ? UNTYPED : word.toLowerCase()
  return columnType && { columnType, databaseType }
}
