import { join } from 'node:path'
import { copyEmbeddedData } from '@service/test-support'

/** Puts the databases of the shop and of its service into a data folder: making them takes seconds each. */
export function copyTemplates(templates: string, dataDir: string): void {
  copyEmptyShop(templates, dataDir)
  copyEmbeddedData(join(templates, 'migrated'), dataDir)
}

/** Puts a database without tables where the shop keeps its own. */
export function copyEmptyShop(templates: string, dataDir: string): void {
  copyEmbeddedData(join(templates, 'empty', 'database'), join(dataDir, 'store'))
}
