import type { HttpRequest } from '@service/http'
import { ForeignRequestError } from './errors.js'

const loopbackHosts = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.+\.localhost)$/

/** Whether a host name is that of this machine. */
export const isLoopback = (hostname: string): boolean => loopbackHosts.test(hostname)

/**
 * Rejects requests of web pages of other sites to an MCP server that is for this machine only. The name
 * of such a site may resolve to this machine (DNS rebinding), which `Host` reveals. Clients other than
 * browsers send no `Origin`.
 */
export function requireLoopback(request: HttpRequest, publicUrl: string): void {
  if (!isLoopback(new URL(publicUrl).hostname)) return
  const [host, origin] = [request.header('host'), request.header('origin')]
  if (host !== undefined && !isLoopbackUrl(`http://${host}`)) {
    throw new ForeignRequestError('Host', host, publicUrl)
  }
  if (origin !== undefined && !isLoopbackUrl(origin)) {
    throw new ForeignRequestError('Origin', origin, publicUrl)
  }
}

const isLoopbackUrl = (url: string): boolean =>
  URL.canParse(url) && isLoopback(new URL(url).hostname)
