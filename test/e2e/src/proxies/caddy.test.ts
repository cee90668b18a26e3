import { hasCaddy, startCaddy } from '@service/test-support'
import { describeProxy } from '../testing/proxies/describe-proxy.js'

describeProxy('Caddy', { isInstalled: hasCaddy(), start: startCaddy })
