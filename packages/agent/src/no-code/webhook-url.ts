import { ValidationError } from '@service/datasource-toolkit'

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Ids of records travel there: over https, or within this machine. */
export function checkWebhookUrl(given: unknown): string {
  const url = typeof given === 'string' && URL.canParse(given) ? new URL(given) : undefined
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.test(url.hostname))
  if (url && isSafe && url.username === '' && url.password === '') return url.href
  // What was given may hold a password.
  throw new ValidationError(
    "'url' must be an https address without user and password; http only on localhost.",
  )
}
