import { dirname, join } from 'node:path'
import { isHttpUrl } from '@service/base'
import { misspeltVariables } from '@service/protocol'
import { createServiceClient, type ServicePort } from '@service/service-client'
import { ConfigurationError } from './errors.js'
import type { ResolvedOptions } from './options.js'

/** The service passed as an option, or a client of the service over HTTP. */
export function connectService(options: ResolvedOptions): ServicePort {
  const { service, envSecret, schemaPath, snapshotPath, logger } = options
  for (const warning of misspeltVariables(process.env)) logger('Warn', warning)
  return (
    service ??
    createServiceClient({
      envSecret,
      logger,
      serverUrl: findServerUrl(options),
      snapshotPath: snapshotPath ?? join(dirname(schemaPath), '.service', 'agent-snapshot.json'),
      maxSnapshotAge: options.maxSnapshotAge,
      instantCacheRefresh: options.instantCacheRefresh,
    })
  )
}

function findServerUrl({ serverUrl }: ResolvedOptions): string {
  const url = serverUrl ?? process.env.SERVICE_SERVER_URL
  if (!url) {
    throw new ConfigurationError(
      'The agent does not know where its service is: set the variable SERVICE_SERVER_URL, or the ' +
        "option 'serverUrl', to an address like https://service.example.com. To run without a " +
        'server, pass the option service: createInProcessService({ users, rights }), with users ' +
        "like [{ id: 1, email: 'ada@example.com', roleId: 1 }]; rights: true allows all.",
    )
  }
  if (isHttpUrl(url)) return url
  throw new ConfigurationError(
    `The variable SERVICE_SERVER_URL is '${url}'. It must be an address like https://service.example.com.`,
  )
}
