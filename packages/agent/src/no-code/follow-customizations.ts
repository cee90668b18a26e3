import type { CustomizationsPort, ServicePort } from '@service/service-client'
import { connectService } from '../connect-service.js'
import { ConfigurationError } from '../errors.js'
import type { ResolvedOptions } from '../options.js'

/** Fetches no-code customizations without starting; returns none unless `experimental` enables them. */
export async function fetchCustomizations(options: ResolvedOptions): Promise<readonly unknown[]> {
  if (!options.experimental) return []
  const service = connectService(options)
  try {
    return await requireCustomizations(service).fetch()
  } finally {
    // A service passed as an option belongs to the application.
    if (!options.service) await service.stop()
  }
}

/** Subscribes to no-code customizations, if `experimental` enables them. */
export async function followCustomizations(
  options: ResolvedOptions,
  service: ServicePort,
  onChange: () => void,
): Promise<void> {
  if (!options.experimental) return
  const port = requireCustomizations(service)
  await port.follow(onChange)
  if (port.current !== undefined) return
  options.logger(
    'Warn',
    'The actions made without code could not be loaded from the service: they are added once it responds',
  )
}

function requireCustomizations({ customizations }: ServicePort): CustomizationsPort {
  if (customizations) return customizations
  throw new ConfigurationError(
    "Option 'experimental' needs a service that keeps customizations: the one passed as option 'service' has no 'customizations'. Leave one of the two out.",
  )
}
