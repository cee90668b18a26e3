import { hasNginx, startNginx } from '@service/test-support'
import { describeProxy } from '../testing/proxies/describe-proxy.js'

describeProxy('nginx', { isInstalled: hasNginx(), start: startNginx })
