import type { CustomizationsPort, ServicePort } from '@service/service-client'
import { connectService } from '../connect-service.js'
import { ConfigurationError } from '../errors.js'
import type { ResolvedOptions } from '../options.js'

/** Asks the service for customizations made without code, without starting; none unless `experimental` says so. */
export async function fetchCustomizations(options: ResolvedOptions): Promise<readonly unknown[]> {
  if (!options.experimental) return []
  const service = connectService(options)
  try {
    return await portOf(service).fetch()
  } finally {
    // One that was passed belongs to whoever passed it.
    if (!options.service) await service.stop()
  }
}

/** Learns of customizations made without code from now on, if `experimental` says so. */
export async function followCustomizations(
  options: ResolvedOptions,
  service: ServicePort,
  onChange: () => void,
): Promise<void> {
  if (!options.experimental) return
  const port = portOf(service)
  await port.follow(onChange)
  if (port.current !== undefined) return
  options.logger(
    'Warn',
    'The service did not tell which actions were made without code: they are added once it does',
  )
}

function portOf({ customizations }: ServicePort): CustomizationsPort {
  if (customizations) return customizations
  throw new ConfigurationError(
    "Option 'experimental' needs a service that keeps customizations: the one passed as option 'service' has no 'customizations'. Leave one of the two out.",
  )
}
