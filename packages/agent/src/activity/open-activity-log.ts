import { dirname, join } from 'node:path'
import type { ServicePort } from '@service/service-client'
import { observeOutbox } from '../observe/observe-parts.js'
import type { Observer } from '../observe/observer.js'
import type { ResolvedOptions } from '../options.js'
import { type ActivityLog, createActivityLog } from './activity-log.js'
import { openOutbox } from './outbox.js'
import type { RecordedPath } from './recorded-request.js'

const usualBytes = 64 * 1024 * 1024

/** Opens the activity log; returns undefined when the option turns it off. */
export async function openActivityLog(
  { activityLog = {}, envSecret, logger, schemaPath }: ResolvedOptions,
  service: ServicePort,
  routes: readonly RecordedPath[],
  observer?: Observer,
): Promise<ActivityLog | undefined> {
  if (activityLog === false) return undefined
  // An in-process service loses its entries when the process ends, so that storing them on disk would not help.
  const { isInProcess } = service
  const defaultFolder = isInProcess
    ? undefined
    : join(dirname(schemaPath), '.service', 'activity-log')
  const outbox = await openOutbox({
    folder: activityLog.folder ?? defaultFolder,
    maxBytes: activityLog.maxBytes ?? usualBytes,
    envSecret,
    logger,
    send: entries => service.writeActivity(entries),
    timings: isInProcess ? { send: 0 } : {},
  })
  const observed = observer ? observeOutbox(outbox, observer) : outbox
  return createActivityLog(observed, routes, logger)
}
