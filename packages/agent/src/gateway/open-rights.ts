import type { Logger } from '@service/base'
import type { ServicePort } from '@service/service-client'

/** Whether everybody who signs in may do everything, as far as the service has said. */
export function areRightsOpen(service: ServicePort): boolean {
  return service.status.state !== 'away' && service.snapshot.rights === true
}

/**
 * Says in the log that rights are open: at once, and whenever an environment is opened while the
 * agent runs. Returns how to stop.
 */
export function reportOpenRights(service: ServicePort, logger: Logger): () => void {
  let wereOpen = false
  const report = () => {
    const areOpen = areRightsOpen(service)
    // Rights of a service in the process are written in the same code: nobody overlooks them.
    if (areOpen && !wereOpen) logger(service.isInProcess ? 'Info' : 'Warn', opened)
    if (wereOpen && !areOpen) logger('Info', 'Rights are enforced again in this environment.')
    wereOpen = areOpen
  }
  report()
  return service.onChange(report)
}

const opened =
  'Rights are open in this environment: everybody who signs in may see, change and delete every record and run every action without approval. ' +
  "An admin of the project ends this by setting the environment's rights to 'enforced'."
