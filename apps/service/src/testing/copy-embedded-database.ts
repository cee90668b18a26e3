import { join } from 'node:path'
import { copyEmbeddedData } from '@service/test-support'
import { inject } from 'vitest'

/**
 * Puts an embedded database into a data folder: a new one without tables, one in which the migrations
 * have run, or one with the keys for `testSecret`, too. Making them takes seconds of processor time.
 */
export function copyEmbeddedDatabase(kind: 'empty' | 'migrated' | 'keyed', dataDir: string): void {
  copyEmbeddedData(join(inject('embeddedTemplates'), kind), dataDir)
}
