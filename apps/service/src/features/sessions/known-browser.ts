import { timingSafeEqual } from 'node:crypto'
import type { Config } from '../../config.js'
import type { RequestInfo } from '../../http/request-info.js'
import type { SecretBox } from '../../secrets/secret-box.js'
import { hashSecret, randomText } from '../../secrets/token-format.js'
import { cookie } from './session-cookie.js'

const BROWSER_COOKIE = 'service_browser'
const PURPOSE = 'known browser'
const DAYS = 180

/**
 * Recognizes a browser in which this person has signed in before. Failed attempts from other browsers do not
 * count against it, so nobody can lock a person out.
 */
export function knownBrowser(
  secrets: SecretBox,
  request: RequestInfo,
  email: string,
): string | undefined {
  const [name = '', account = ''] =
    secrets.decrypt(PURPOSE, request.cookie(BROWSER_COOKIE) ?? '')?.split('.') ?? []
  const [given, expected] = [Buffer.from(account), Buffer.from(accountKey(email))]
  return given.length === expected.length && timingSafeEqual(given, expected) ? name : undefined
}

/** The cookie that identifies the browser at later sign-ins. */
export function browserCookie(secrets: SecretBox, email: string, config: Config): string {
  const value = secrets.encrypt(PURPOSE, `${randomText(16)}.${accountKey(email)}`)
  return cookie(BROWSER_COOKIE, value, DAYS * 86_400, config)
}

/** A hash that identifies an e-mail address without containing it. */
export function accountKey(email: string): string {
  return hashSecret(email.toLowerCase()).toString('base64url')
}
