import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Page } from 'playwright-core'
import { shop } from './panel-test.js'
import type { Problems } from './watch-context.js'

/** A real OpenID provider on this machine: that of the tests of the service. */
export interface IdentityProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly people: Map<string, Readonly<Record<string, string | boolean>>>
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean
  stop(): Promise<void>
}

const source = new URL(
  '../../../../apps/service/src/testing/start-identity-provider.ts',
  import.meta.url,
)

export async function startProvider(): Promise<IdentityProvider> {
  // Its types are of a program that this one does not include.
  const { startIdentityProvider } = await import(source.href)
  return startIdentityProvider(`${shop.serviceUrl}/sso/callback`)
}

/** Its pages are another site, and want a font from the internet. */
export async function allowProvider(
  page: Page,
  problems: Problems,
  { issuer }: IdentityProvider,
): Promise<void> {
  problems.allow(new RegExp(`a request to ${issuer}`))
  problems.allow(/fonts\.googleapis\.com|ERR_FAILED|policy: /)
  await page.route(/fonts\.googleapis\.com/, route => route.abort())
}

/** Fills in the pages of the provider until it leads back to the service. */
export async function passProvider(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}
