import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

/**
 * Puts an embedded database into a data folder: a new one without tables, or one in which the
 * migrations have run. Making either takes seconds of processor time.
 */
export function copyEmbeddedDatabase(kind: 'empty' | 'migrated', dataDir: string): void {
  // The synchronous copy of these thousand small files takes a third of the processor time.
  cpSync(join(inject('embeddedTemplates'), kind), dataDir, { recursive: true })
}
