/** Longer ones would not fit into the address of the sign-in page. */
export const LONGEST_ADDRESS = 400

const LOOPBACK_HOST = String.raw`(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])`
const LOOPBACK = new RegExp(`^(http://${LOOPBACK_HOST})(?::\\d{1,5})?(?=[/?]|$)`)

/** A host as browsers write it; the parser lets more through, e.g. a semicolon. */
const HOST = /^[a-z0-9_.-]+$|^\[[0-9a-f:.]+\]$/

/** What browsers and systems open themselves can be no program of somebody's. */
const FORBIDDEN =
  /^(https?|javascript|data|file|vbscript|blob|about|filesystem|view-source|wss?|ftp|mailto|tel|sms|chrome.*|edge|jar|resource|intent|urn|ms-.*):$/

type Rule = (text: string, url: URL) => readonly [isKept: boolean, message: string]

/** One rule each, in the order they are checked. */
const rules: readonly Rule[] = [
  text => [!text.includes('#'), "must not have a fragment ('#')"],
  text => [
    !/^[^/?:]*:[^/?]*(?:(?<=:)\/+[^/?]*)?@/.test(text),
    'must not have a user name or password',
  ],
  (_, { protocol, hostname }) => [
    !/^https?:$/.test(protocol) || HOST.test(hostname),
    'must name its host in plain letters',
  ],
  (text, { protocol }) => [
    protocol !== 'http:' || LOOPBACK.test(text),
    'must be https; http is for programs on the same computer (localhost, 127.0.0.1, [::1])',
  ],
  (_, { protocol }) => [
    /^https?:$/.test(protocol) || !FORBIDDEN.test(protocol),
    'must be https, or have a scheme of its own',
  ],
]

/** What keeps people from being sent to an address; undefined when nothing does. */
export function problemOfRedirectUri(text: string): string | undefined {
  if (text.length > LONGEST_ADDRESS || !/^[!-~]+$/.test(text) || /[\\"<>^`{|}]/.test(text)) {
    return `must be an address of at most ${LONGEST_ADDRESS} characters`
  }
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url) return 'must be an address'
  return rules.map(rule => rule(text, url)).find(([isKept]) => !isKept)?.[1]
}

/**
 * Whether a program may have people sent to this address: to one it registered, letter for letter.
 * Programs on the same computer listen on whatever port is free (RFC 8252 §7.3).
 */
export function isRegistered(registered: readonly string[], asked: string): boolean {
  return registered.includes(asked) || registered.map(withoutPort).includes(withoutPort(asked))
}

const withoutPort = (text: string) => text.replace(LOOPBACK, '$1')

/** Who gets the answer, in words for the person. */
export function receiverOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  if (LOOPBACK.test(redirectUri)) return 'a program on this computer'
  return protocol === 'https:' ? host : `the app on this device that opens ${protocol} links`
}

/** The address as a source of a Content-Security-Policy, which knows no IPv6. */
export function policySourceOf(redirectUri: string): string {
  const { protocol, origin, hostname } = new URL(redirectUri)
  return /^https?:$/.test(protocol) && !hostname.startsWith('[') ? origin : protocol
}
