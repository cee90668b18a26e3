import { cpSync } from 'node:fs'
import { join } from 'node:path'

/** Puts the databases of the shop and of its service into a data folder: making them takes seconds each. */
export function copyTemplates(templates: string, dataDir: string): void {
  copyEmptyShop(templates, dataDir)
  cpSync(join(templates, 'migrated'), dataDir, { recursive: true })
}

/** Puts a database without tables where the shop keeps its own. */
export function copyEmptyShop(templates: string, dataDir: string): void {
  cpSync(join(templates, 'empty', 'database'), join(dataDir, 'store'), { recursive: true })
}
