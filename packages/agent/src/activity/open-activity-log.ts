import { dirname, join } from 'node:path'
import type { ServicePort } from '@service/service-client'
import type { ResolvedOptions } from '../options.js'
import { routes } from '../routes/index.js'
import { type ActivityLog, createActivityLog } from './activity-log.js'
import { openOutbox } from './outbox.js'

/** Where entries wait for the service, and how much room they have. */
export interface ActivityLogOptions {
  /** Each process of an application has files of its own in it. Default: `.service/activity-log` beside the schema file. */
  readonly folder?: string
  /** When the service is away for so long that this is full, reads are dropped, then writes refused. Default: 64 MiB. */
  readonly maxBytes?: number
}

const usualBytes = 64 * 1024 * 1024

/** Undefined when the option turned it off. */
export async function openActivityLog(
  { activityLog = {}, envSecret, logger, schemaPath }: ResolvedOptions,
  service: ServicePort,
): Promise<ActivityLog | undefined> {
  if (activityLog === false) return undefined
  // What a service in this process was not told is lost with it: a disk would not help.
  const { isInProcess } = service
  const usualFolder = isInProcess
    ? undefined
    : join(dirname(schemaPath), '.service', 'activity-log')
  const outbox = await openOutbox({
    folder: activityLog.folder ?? usualFolder,
    maxBytes: activityLog.maxBytes ?? usualBytes,
    envSecret,
    logger,
    send: entries => service.writeActivity(entries),
    pace: isInProcess ? { send: 0 } : {},
  })
  return createActivityLog(outbox, routes, logger)
}
