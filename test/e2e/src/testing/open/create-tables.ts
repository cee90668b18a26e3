import { join } from 'node:path'
import Libsql from 'libsql'

/** Makes an SQLite database of many tables, each with a relation to the one before. Returns its file. */
export function createTables(folder: string, count: number): string {
  const file = join(folder, `tables-${count}.db`)
  const database = new Libsql(file)
  // A file without tables is empty until something is written.
  database.exec('pragma user_version = 1')
  for (let index = 0; index < count; index++) {
    const parent = `t${Math.max(0, index - 1)}`
    database.exec(
      `create table t${index} (id integer primary key, name text, parent_id integer references ${parent} (id))`,
    )
  }
  database.close()
  return file
}
