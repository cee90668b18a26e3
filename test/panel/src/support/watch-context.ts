import type { BrowserContext, Request } from 'playwright-core'

/** What went wrong in the pages of a context, and must not. */
export interface Problems {
  list(): readonly string[]
  /** Leaves out the problems that a test provokes. */
  allow(pattern: RegExp): void
}

/**
 * Collects console errors, uncaught errors and rejections, violations of the content security policy and of
 * Trusted Types, and requests to any origin but these.
 */
export async function watchContext(
  context: BrowserContext,
  origins: readonly string[],
): Promise<Problems> {
  const found: string[] = []
  const allowed: RegExp[] = []
  const known = new Set(origins.map(url => new URL(url).origin))
  context.on('console', message => {
    if (message.type() !== 'error') return
    found.push(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', error => found.push(`uncaught: ${error.error()}`))
  context.on('request', request => {
    if (!isKnown(request, known)) found.push(`a request to ${request.url()}`)
  })
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', event => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event
      console.error(
        `policy: ${effectiveDirective} refuses ${blockedURI} in ${sourceFile}:${lineNumber} ${sample}`,
      )
    })
  })
  return {
    list: () => found.filter(text => !allowed.some(pattern => pattern.test(text))),
    allow: pattern => allowed.push(pattern),
  }
}

function isKnown(request: Request, origins: ReadonlySet<string>): boolean {
  const { protocol, origin } = new URL(request.url())
  return protocol === 'data:' || protocol === 'blob:' || origins.has(origin)
}
