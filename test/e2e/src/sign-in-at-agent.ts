import { type Browser, createBrowser, type Page } from './browser.js'
import type { Person } from './open-service.js'

/** A session at an agent. */
export interface AgentSession {
  readonly token: string
  readonly tokenData: Readonly<Record<string, unknown>>
}

/** Where the agent sends a browser that wants to sign in. */
export async function beginSignIn(
  browser: Browser,
  agentUrl: string,
  renderingId: number,
): Promise<string> {
  const page = await browser.post(`${agentUrl}/authentication`, { renderingId })
  return (JSON.parse(page.text) as { authorizationUrl: string }).authorizationUrl
}

/** Fills in the form of the service, when it asks who somebody is, and ends where that leads. */
export async function passForm(browser: Browser, page: Page, person: Person): Promise<Page> {
  const returnTo = /name="returnTo" value="([^"]*)"/.exec(page.text)?.[1]
  if (returnTo === undefined) return page
  const { email, password } = person
  return browser.visit(new URL('/sign-in', page.url).href, {
    returnTo: returnTo.replaceAll('&amp;', '&'),
    email,
    password,
  })
}

/** Signs somebody in at an agent, through the pages a person would see. */
export async function signInAtAgent(
  agentUrl: string,
  renderingId: number,
  person: Person,
  browser = createBrowser(),
): Promise<AgentSession> {
  const first = await browser.visit(await beginSignIn(browser, agentUrl, renderingId))
  const { status, text } = await passForm(browser, first, person)
  if (status === 200) return JSON.parse(text) as AgentSession
  throw new Error(`The sign-in ended with ${status}: ${text}`)
}
