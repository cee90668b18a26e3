import { dirname, join } from 'node:path'
import type { ServicePort } from '@service/service-client'
import type { ResolvedOptions } from '../options.js'
import { createImportJournal, type ImportJournal } from './import-journal.js'

/** Opens the journal of imports: in a folder beside the schema file, or in memory as the activity log. */
export function openImportJournal(
  { activityLog, envSecret, logger, schemaPath }: ResolvedOptions,
  { isInProcess }: ServicePort,
): ImportJournal {
  const folder = join(dirname(schemaPath), '.service', 'imports')
  const isInMemory = isInProcess || activityLog === false
  return createImportJournal({ folder: isInMemory ? undefined : folder, envSecret, logger })
}
