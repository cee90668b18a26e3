import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ask, signInByPassword } from './ask.js'
import { createBrowser } from './browser.js'
import { type OpenProject, type OpenService, openProject, type Person } from './open-service.js'
import { type OpenShop, openShop } from './open-shop.js'
import { beginSignIn, passForm, signInAtAgent } from './sign-in-at-agent.js'
import { openTestService } from './testing/open-test-service.js'

let service: OpenService
let project: OpenProject
let shop: OpenShop

const rights = { defaults: { browse: true, read: true }, collections: {} }

beforeAll(async () => {
  service = await openTestService()
  project = await openProject(service)
  shop = await openShop(service, project)
  for (const roleId of project.roleIds) await project.setRights(roleId, rights)
})
afterAll(async () => {
  await shop?.close()
  await service?.close()
})

const [clerk, head] = [0, 1]
const roleId = (index: number) => project.roleIds[index]!
const list = async (token: string) => {
  const headers = { authorization: `Bearer ${token}` }
  return fetch(`${shop.url}/orders?timezone=UTC`, { headers })
}
const readStatus = async (token: string) => (await list(token)).status
/** Changes reach the agent within a second. */
const soon = (assertion: () => Promise<void>) => vi.waitFor(assertion, { timeout: 5_000 })

describe('signing in at an agent through the service', () => {
  it('leads from the agent to a form, and from there to a session that lists records', async () => {
    const person = await project.join('ada', roleId(clerk))
    const browser = createBrowser()
    const { token, tokenData } = await signInAtAgent(shop.url, project.renderingId, person, browser)
    expect(tokenData).toMatchObject({
      id: person.id,
      email: 'ada@example.com',
      role: 'Clerk',
      roleId: roleId(clerk),
      team: 'Operations',
      renderingId: project.renderingId,
    })
    const answer = await list(token)
    expect([answer.status, ((await answer.json()) as { data: object[] }).data.length]).toEqual([
      200, 3,
    ])
    expect(browser.cookiesFor(`${shop.url}/authentication/callback`).join()).not.toContain(
      'service_sign_in',
    )
  })

  it('asks for no password where the browser is signed in already', async () => {
    const person = await project.join('bob', roleId(clerk))
    const browser = createBrowser()
    await signInAtAgent(shop.url, project.renderingId, person, browser)
    const again = await browser.visit(await beginSignIn(browser, shop.url, project.renderingId))
    expect(JSON.parse(again.text)).toMatchObject({ tokenData: { id: person.id } })
  })

  it('stays with the browser that began: another one cannot end it', async () => {
    const person = await project.join('eve', roleId(clerk))
    const [victim, attacker] = [createBrowser(), createBrowser()]
    const url = await beginSignIn(attacker, shop.url, project.renderingId)
    const ended = await passForm(victim, await victim.visit(url), person)
    expect([ended.status, ended.text]).toEqual([
      400,
      expect.stringContaining('it began in another browser'),
    ])
  })

  it('ends at the agent with the reason of a refusal', async () => {
    const person = await project.join('zoe', roleId(clerk))
    await expect(signInAtAgent(shop.url, 999_999, person)).rejects.toThrow(/401.*access_denied/)
  })

  it('gives openid-client, which shares no code with the agent, the same person', async () => {
    const person = await project.join('mia', roleId(clerk))
    const client = await oidc.dynamicClientRegistration(
      new URL(`${service.url}/oidc`),
      { token_endpoint_auth_method: 'none' },
      undefined,
      { initialAccessToken: project.envSecret, execute: [oidc.allowInsecureRequests] },
    )
    const [redirectUri = ''] = client.clientMetadata().redirect_uris as string[]
    expect(redirectUri).toBe(`${shop.url}/authentication/callback`)
    const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
    const [expectedState, expectedNonce] = [oidc.randomState(), oidc.randomNonce()]
    const url = oidc.buildAuthorizationUrl(client, {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      rendering_id: String(project.renderingId),
      state: expectedState,
      nonce: expectedNonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    })
    const browser = createBrowser()
    const { url: callback } = await passForm(browser, await browser.visit(url.href), person)
    const tokens = await oidc.authorizationCodeGrant(client, new URL(callback), {
      pkceCodeVerifier,
      expectedState,
      expectedNonce,
    })
    expect(tokens.claims()).toMatchObject({ sub: String(person.id), email: person.email })
    const { tokenData } = await signInAtAgent(shop.url, project.renderingId, person)
    expect(tokenData).toMatchObject({ id: person.id, email: person.email })
  })
})

describe('a session at an agent', () => {
  const change = (person: Person, method: string, body?: object) =>
    ask(service.url, method, `${project.path}/people/${person.id}`, service.owner, body)

  it('is renewed with the profile the service knows now', async () => {
    const person = await project.join('liz', roleId(clerk))
    const { token } = await signInAtAgent(shop.url, project.renderingId, person)
    await change(person, 'PATCH', { permissionLevel: 'editor', tags: { country: 'FR' } })
    const headers = { authorization: `Bearer ${token}` }
    await soon(async () => {
      const response = await fetch(`${shop.url}/authentication/renew`, { method: 'POST', headers })
      expect(await response.json()).toMatchObject({
        tokenData: { permissionLevel: 'editor', tags: { country: 'FR' } },
      })
    })
  })

  it('ends when the role changes; the next one has the new role', async () => {
    const person = await project.join('max', roleId(clerk))
    const { token } = await signInAtAgent(shop.url, project.renderingId, person)
    expect(await readStatus(token)).toBe(200)
    await change(person, 'PATCH', { roleId: roleId(head) })
    await soon(async () => expect(await readStatus(token)).toBe(401))
    const next = await signInAtAgent(shop.url, project.renderingId, person)
    expect(next.tokenData).toMatchObject({ role: 'Head', roleId: roleId(head) })
    expect(await readStatus(next.token)).toBe(200)
  })

  it('ends when the person changes the password, and another one begins with the new one', async () => {
    const person = await project.join('pam', roleId(clerk))
    const [first, second] = [
      await signInAtAgent(shop.url, project.renderingId, person),
      await signInAtAgent(shop.url, project.renderingId, person),
    ]
    expect(await readStatus(first.token)).toBe(200)
    const next = { ...person, password: 'nine green doors 73' }
    const own = await signInByPassword(service.url, person.email, person.password)
    const passwords = { currentPassword: person.password, newPassword: next.password }
    await ask(service.url, 'POST', '/api/me/password', own, passwords)
    await soon(async () => expect(await readStatus(first.token)).toBe(401))
    expect(await readStatus(second.token)).toBe(401)
    const headers = { authorization: `Bearer ${first.token}` }
    const renewed = await fetch(`${shop.url}/authentication/renew`, { method: 'POST', headers })
    expect(renewed.status).toBe(401)
    const { token } = await signInAtAgent(shop.url, project.renderingId, next)
    expect(await readStatus(token)).toBe(200)
  })

  it('ends when the person is removed, who cannot sign in again', async () => {
    const person = await project.join('kim', roleId(clerk))
    const { token } = await signInAtAgent(shop.url, project.renderingId, person)
    expect(await readStatus(token)).toBe(200)
    await change(person, 'DELETE')
    await soon(async () => expect(await readStatus(token)).toBe(401))
    await expect(signInAtAgent(shop.url, project.renderingId, person)).rejects.toThrow(
      /401.*access_denied/,
    )
  })
})
