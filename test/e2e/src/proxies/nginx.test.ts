import { hasNginx, isLongRun, startNginx } from '@service/test-support'
import { describeProxy } from '../testing/proxies/describe-proxy.js'

// In the short run, `configurations.test.ts` has the paths, before stand-ins of the service and the agent.
describeProxy(
  'nginx',
  { isInstalled: hasNginx(), start: startNginx },
  isLongRun ? ['hosts', 'paths'] : ['hosts'],
)
