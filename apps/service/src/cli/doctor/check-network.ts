import { createServer } from 'node:net'
import type { Config } from '../../config.js'
import { explainListenError } from '../../http/listen.js'
import { formatLocalUrl } from '../local-url.js'
import { broken, type Finding, ok, skipped, warning } from './finding.js'
import { type Probe, probeService } from './probe-service.js'

/** Whether the service listens where it is configured to, or could. */
export async function checkPort(config: Config): Promise<{
  readonly finding: Finding
  readonly isServiceRunning: boolean
}> {
  const check = 'port'
  if (config.port === 0) {
    const finding = skipped(check, 'SERVICE_PORT is 0: the start takes a free one.')
    return { finding, isServiceRunning: false }
  }
  const problem = await findListenProblem(config)
  if (problem === undefined) {
    const message = `${config.host}:${config.port} is free: the service is not running.`
    return { finding: ok(check, message), isServiceRunning: false }
  }
  const url = formatLocalUrl(config)
  if (problem.isInUse && (await probeService(url)).kind === 'service') {
    return { finding: await checkReadiness(check, url), isServiceRunning: true }
  }
  const advice = 'Stop the other program, or choose another port or host.'
  return { finding: broken(check, problem.message, advice), isServiceRunning: false }
}

async function checkReadiness(check: string, url: string): Promise<Finding> {
  const { kind } = await probeService(url, '/readyz')
  if (kind === 'service') return ok(check, `The service runs at ${url} and is ready.`)
  const message = `The service runs at ${url}, but is not ready.`
  return broken(check, message, `See ${url}/readyz, and its log.`)
}

/** Listens for a moment, as the start would. */
async function findListenProblem(
  config: Config,
): Promise<{ readonly message: string; readonly isInUse: boolean } | undefined> {
  const server = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host: config.host, port: config.port }, resolve)
    })
    return undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const { message } = explainListenError(error as NodeJS.ErrnoException, config)
    return {
      message: message.replace(/^The configuration is wrong:\s+/, ''),
      isInUse: code === 'EADDRINUSE',
    }
  } finally {
    server.close()
  }
}

/** Whether the public URL leads to a service. */
export async function checkPublicUrl(
  { publicUrl, host }: Config,
  isServiceRunning: boolean,
): Promise<Finding> {
  const check = 'public URL'
  if (publicUrl === undefined) {
    if (isLoopbackHost(host)) return skipped(check, 'SERVICE_PUBLIC_URL is not set.')
    const message = `SERVICE_PUBLIC_URL is not set, but others reach the service at ${host}.`
    return warning(check, message, 'Set it to the URL that people open, for links and cookies.')
  }
  const probe = await probeService(publicUrl)
  if (probe.kind !== 'service') return explainProbe(publicUrl, probe, isServiceRunning)
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'https:' || isLoopbackHost(hostname)) {
    return ok(check, `The service responds at ${publicUrl}.`)
  }
  const message = `${publicUrl} is not encrypted: passwords can be read on the way.`
  return warning(check, message, 'Put TLS in front of the service, and use an https URL.')
}

function explainProbe(
  publicUrl: string,
  probe: Exclude<Probe, { kind: 'service' }>,
  isServiceRunning: boolean,
): Finding {
  const check = 'public URL'
  if (probe.kind === 'redirect') {
    const message = `${publicUrl} redirects to ${probe.to}.`
    return broken(check, message, 'Set SERVICE_PUBLIC_URL to where it ends.')
  }
  if (!isServiceRunning) {
    return skipped(check, `${publicUrl} does not lead to a service; none runs here to lead to.`)
  }
  const reason =
    probe.kind === 'other' ? `something else responds (status ${probe.status})` : probe.reason
  const message = `${publicUrl} does not lead to the service: ${reason}.`
  return broken(check, message, 'Check the proxy, its path, its certificate, and DNS.')
}

/** Whether the addresses of clients can be known, and not be forged. */
export function checkProxies({ publicUrl, trustedProxies, host, port }: Config): Finding {
  const check = 'proxies'
  if (trustedProxies.some(range => range.endsWith('/0'))) {
    const message = 'SERVICE_TRUSTED_PROXIES trusts every address: clients can forge theirs.'
    return broken(check, message, 'List only the addresses of your proxies.')
  }
  if (trustedProxies.length > 0) {
    return ok(check, `X-Forwarded-For of ${trustedProxies.join(', ')} is trusted.`)
  }
  const local = formatLocalUrl({ host, port })
  if (publicUrl === undefined || new URL(publicUrl).origin === local) {
    return ok(check, 'No proxy is configured, and none is trusted.')
  }
  const message = `${publicUrl} leads through a proxy that is not trusted: all clients seem to have its address.`
  return warning(check, message, 'Set SERVICE_TRUSTED_PROXIES to the addresses of the proxy.')
}

const isLoopbackHost = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host)
