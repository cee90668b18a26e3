import type { Logger } from '@service/base'
import type { ServicePort } from '@service/service-client'

/** Whether every signed-in person may do everything, according to the service. */
export function areRightsOpen(service: ServicePort): boolean {
  return service.status.state !== 'away' && service.snapshot.rights === true
}

/**
 * Logs that rights are open: immediately, and whenever an environment is opened while the agent
 * runs. Returns a function that stops this.
 */
export function reportOpenRights(service: ServicePort, logger: Logger): () => void {
  let wereOpen = false
  const report = () => {
    const areOpen = areRightsOpen(service)
    // The rights of an in-process service are set in the application's own code, so that no warning is needed.
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
