import type { ActionResult, SingleActionContext } from '@service/engine'
import type { NoCodeScope } from './read-customization.js'

/** Milliseconds for the whole call. */
const longestCall = 10_000
const mostRecords = 10_000

interface Webhook {
  readonly name: string
  readonly scope: NoCodeScope
  readonly url: string
  /** Names of the primary key, as clients know them. */
  readonly keyNames: readonly string[]
}

interface Results {
  success(message?: string): ActionResult
  error(message?: string): ActionResult
}

/** Posts the primary keys of the records that an action was started on. */
export function runWebhook({ name, scope, url, keyNames }: Webhook) {
  return async (context: SingleActionContext, results: Results): Promise<ActionResult> => {
    const keys = scope === 'global' ? [] : await context.getCompositeRecordIds()
    if (keys.length > mostRecords) {
      return results.error(`'${name}' runs on at most ${mostRecords} records at once.`)
    }
    const records = keys.map(key => Object.fromEntries(keyNames.map((part, at) => [part, key[at]])))
    const selected = scope === 'single' ? { record: records[0] } : { records }
    const failure = await post(url, { action: { name, scope }, ...selected })
    return failure === undefined ? results.success() : results.error(`'${name}' failed: ${failure}`)
  }
}

/** What went wrong; undefined when nothing did. The address is not repeated: it may hold a secret. */
async function post(url: string, body: object): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      // Where a redirect leads, nobody has allowed.
      redirect: 'manual',
      signal: AbortSignal.timeout(longestCall),
    })
    await response.body?.cancel()
    return response.ok ? undefined : `the webhook answers with status ${response.status}.`
  } catch (error) {
    const isSlow = error instanceof Error && error.name === 'TimeoutError'
    return isSlow
      ? `the webhook did not answer within ${longestCall / 1000} s.`
      : 'the webhook cannot be reached.'
  }
}
