/** The parts of an agent's address that its code needs. */
export interface AgentAddress {
  /** The port to listen on; undefined when a proxy is in front of the agent. */
  readonly port: number | undefined
  /** Begins with a slash and does not end with one; empty at the root. */
  readonly prefix: string
  /** Whether the agent is on the machine of the browser. */
  readonly isLocal: boolean
}

/**
 * Reads the address at which browsers reach an agent. Undefined for text that is no address.
 *
 * @example
 * readAgentAddress('http://localhost:3351/service') // { port: 3351, prefix: '/service', isLocal: true }
 */
export function readAgentAddress(text: string): AgentAddress | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, port, pathname } = new URL(text)
  if (protocol !== 'http:' && protocol !== 'https:') return undefined
  return {
    port: protocol === 'http:' ? Number(port || 80) : undefined,
    prefix: pathname.replace(/\/$/, ''),
    isLocal: isLoopback(hostname),
  }
}

/** Whether a host name is that of the machine itself. Browsers treat it like https. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127(?:\.\d{1,3}){3}$/.test(hostname)

/** Whether a host name is that of a machine in the same network, as far as its name says. */
export const isInLocalNetwork = (hostname: string): boolean =>
  isLoopback(hostname) ||
  hostname.endsWith('.local') ||
  /^(?:10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|\[f[cd])/.test(hostname)
