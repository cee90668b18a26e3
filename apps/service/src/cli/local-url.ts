import type { Config } from '../config.js'

/** The URL of the service on this machine. A wildcard address is not one that browsers can open. */
export function formatLocalUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
