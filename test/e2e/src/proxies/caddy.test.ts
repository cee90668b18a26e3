import { hasCaddy, isLongRun, startCaddy } from '@service/test-support'
import { describeProxy } from '../testing/proxies/describe-proxy.js'

// In the short run, `configurations.test.ts` starts Caddy before stand-ins of the service and the agent.
describeProxy(
  'Caddy',
  { isInstalled: hasCaddy(), start: startCaddy },
  isLongRun ? ['hosts', 'paths'] : [],
)
