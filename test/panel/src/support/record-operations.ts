import { appendFileSync } from 'node:fs'
import type { BrowserContext } from 'playwright-core'

/** One request of a page to the service, for `test/panel/write-operations.mjs`. */
interface RecordedRequest {
  readonly method: string
  readonly path: string
  /** The address at which the page asked. */
  readonly screen: string
  readonly file: string
  readonly test: string
}

/** `RECORD_OPERATIONS=FILE`: appends what pages ask of the service, and in which test. */
const target = process.env.RECORD_OPERATIONS

export function recordOperations(
  context: BrowserContext,
  { file, test }: Pick<RecordedRequest, 'file' | 'test'>,
): void {
  if (target === undefined) return
  context.on('request', request => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    // A download begins before it has a frame.
    const page = request.isNavigationRequest() ? context.pages().at(-1) : request.frame()
    const screen = new URL(page?.url() ?? pathname, request.url()).pathname
    const recorded: RecordedRequest = {
      method: request.method(),
      ...{ path: pathname, screen, file, test },
    }
    appendFileSync(target, `${JSON.stringify(recorded)}\n`)
  })
}
