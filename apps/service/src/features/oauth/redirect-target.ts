import { isLoopbackRedirectUri } from '@service/authorization'

/** Describes for the person who receives the response. */
export function describeReceiver(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  if (isLoopbackRedirectUri(redirectUri)) return 'a program on this computer'
  return protocol === 'https:' ? host : `the app on this device that opens ${protocol} links`
}

/** The URL as a source of a Content-Security-Policy, which does not support IPv6. */
export function toPolicySource(redirectUri: string): string {
  const { protocol, origin, hostname } = new URL(redirectUri)
  return /^https?:$/.test(protocol) && !hostname.startsWith('[') ? origin : protocol
}
