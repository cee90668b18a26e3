import { isLoopbackRedirectUri } from '@service/authorization'

/** Who gets the answer, in words for the person. */
export function receiverOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  if (isLoopbackRedirectUri(redirectUri)) return 'a program on this computer'
  return protocol === 'https:' ? host : `the app on this device that opens ${protocol} links`
}

/** The address as a source of a Content-Security-Policy, which knows no IPv6. */
export function policySourceOf(redirectUri: string): string {
  const { protocol, origin, hostname } = new URL(redirectUri)
  return /^https?:$/.test(protocol) && !hostname.startsWith('[') ? origin : protocol
}
