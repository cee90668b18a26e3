import type { ActionResult, SingleActionContext } from '@service/engine'
import { CallFailure, createHttpClient } from '@service/http'
import type { NoCodeScope } from './read-customization.js'

/** Milliseconds until the response must have started; its body is not read. */
const maxCallMs = 10_000
const maxRecords = 10_000
/** Redirects are not followed, since their target was not configured. */
const client = createHttpClient({ name: 'the webhook' })

interface Webhook {
  readonly name: string
  readonly scope: NoCodeScope
  readonly url: string
  /** The fields of the primary key, under the names that clients see. */
  readonly primaryKeyFields: readonly string[]
}

interface Results {
  success(message?: string): ActionResult
  error(message?: string): ActionResult
}

/** Posts the primary keys of the selected records. */
export function runWebhook({ name, scope, url, primaryKeyFields: keyNames }: Webhook) {
  return async (context: SingleActionContext, results: Results): Promise<ActionResult> => {
    const keys = scope === 'global' ? [] : await context.getCompositeRecordIds()
    if (keys.length > maxRecords) {
      return results.error(`'${name}' runs on at most ${maxRecords} records at once.`)
    }
    const records = keys.map(key => Object.fromEntries(keyNames.map((part, at) => [part, key[at]])))
    const selected = scope === 'single' ? { record: records[0] } : { records }
    const failure = await post(url, { action: { name, scope }, ...selected })
    return failure === undefined ? results.success() : results.error(`'${name}' failed: ${failure}`)
  }
}

/** Returns what went wrong, or undefined. The URL is not repeated, since it may contain a secret. */
async function post(url: string, body: object): Promise<string | undefined> {
  try {
    const { status, close } = await client.open({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      silenceMs: maxCallMs,
    })
    close()
    const isGood = status >= 200 && status < 300
    return isGood ? undefined : `the webhook responded with status ${status}.`
  } catch (error) {
    const isSlow = error instanceof CallFailure && error.kind === 'timeout'
    return isSlow
      ? `the webhook did not respond within ${maxCallMs / 1000} s.`
      : 'the webhook cannot be reached.'
  }
}
