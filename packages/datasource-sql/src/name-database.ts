import { basename, extname } from 'node:path'
import type { Address } from './address.js'

/** What people call a database: its name, or that of its file; undefined when it has none. */
export function nameDatabase({ database }: Pick<Address, 'database'>): string | undefined {
  const name = basename(database, extname(database))
  return name === '' || name.startsWith(':') ? undefined : name
}
