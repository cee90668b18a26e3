import type { Migration } from 'kysely'
import { createTables } from './001-tables.js'

/** Every step of the store's history, oldest first. A released step is never changed. */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-tables': { up: createTables },
}
