/** Longer addresses would not fit into the address of the sign-in page. */
export const longestAddress = 400

const loopbackHost = String.raw`(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])`
const loopback = new RegExp(`^(http://${loopbackHost})(?::\\d{1,5})?(?=[/?]|$)`)

/** A host as browsers write it; the parser accepts more, such as a semicolon. */
const host = /^[a-z0-9_.-]+$|^\[[0-9a-f:.]+\]$/

/** Schemes that browsers and operating systems handle themselves, so no client can own them. */
const reserved =
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
    !/^https?:$/.test(protocol) || host.test(hostname),
    'must name its host in plain letters',
  ],
  (text, { protocol }) => [
    protocol !== 'http:' || loopback.test(text),
    'must be https; http is for programs on the same computer (localhost, 127.0.0.1, [::1])',
  ],
  (_, { protocol }) => [
    /^https?:$/.test(protocol) || !reserved.test(protocol),
    'must be https, or have a scheme of its own',
  ],
]

/**
 * Tells why browsers may not be sent to an address; undefined when they may.
 *
 * @example
 * findRedirectUriProblem('javascript:alert(1)') // 'must be https, or have a scheme of its own'
 */
export function findRedirectUriProblem(text: string): string | undefined {
  if (text.length > longestAddress || !/^[!-~]+$/.test(text) || /[\\"<>^`{|}]/.test(text)) {
    return `must be an address of at most ${longestAddress} characters`
  }
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url) return 'must be an address'
  return rules.map(rule => rule(text, url)).find(([isKept]) => !isKept)?.[1]
}

/**
 * Tells whether a client registered an address. Addresses are compared as text; only the port of a
 * program on the same computer may differ, since it listens on whichever is free (RFC 8252 §7.3).
 *
 * @example
 * isRegisteredRedirectUri(['http://127.0.0.1/callback'], 'http://127.0.0.1:50123/callback') // true
 */
export function isRegisteredRedirectUri(registered: readonly string[], asked: string): boolean {
  return registered.includes(asked) || registered.map(withoutPort).includes(withoutPort(asked))
}

/**
 * Tells whether an address leads to a program on the same computer.
 *
 * @example
 * isLoopbackRedirectUri('http://localhost:3000/callback') // true
 */
export function isLoopbackRedirectUri(text: string): boolean {
  return loopback.test(text)
}

function withoutPort(text: string): string {
  return text.replace(loopback, '$1')
}

/**
 * Tells whether a value is an http or https address that is short enough to be kept.
 *
 * @example
 * isWebAddress('https://client.example') // true
 */
export function isWebAddress(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value.length <= longestAddress &&
    /^https?:\/\/[!-~]+$/.test(value) &&
    URL.canParse(value)
  )
}

/**
 * Adds the parameters of an authorization response to the redirect URI, and the state of the
 * request, if it had one (RFC 6749 §4.1.2).
 *
 * @example
 * buildRedirect('https://client.example/callback', { code }, request.state)
 */
export function buildRedirect(
  redirectUri: string,
  response: Readonly<Record<string, string>>,
  state: string | null | undefined,
): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(response)) url.searchParams.set(name, value)
  if (typeof state === 'string') url.searchParams.set('state', state)
  return url.href
}
