import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBrowser } from '../../testing/create-browser.js'
import { onAnyStore } from '../../testing/on-each-store.js'
import {
  AGENT_URL,
  readLocation,
  type SignInWorld,
  startSignInWorld,
} from '../../testing/sign-in-world.js'

onAnyStore('a sign-in through an agent', url => {
  let world: SignInWorld
  beforeAll(async () => {
    world = await startSignInWorld(url)
  })
  afterAll(() => world?.stop())

  it('is whole for openid-client: discovery, registration, code with PKCE and nonce, tokens, person', async () => {
    const { service, seed } = world
    const project = await world.project()
    const execute = [openid.allowInsecureRequests]
    const agent = await openid.dynamicClientRegistration(
      new URL(`${service.url}/oidc`),
      { token_endpoint_auth_method: 'none' },
      openid.None(),
      { initialAccessToken: project.environment.secret, execute },
    )
    const { redirect_uris: uris } = agent.clientMetadata()
    expect(uris).toEqual([`${AGENT_URL}/authentication/callback`])
    const checks = {
      pkceCodeVerifier: openid.randomPKCECodeVerifier(),
      expectedState: openid.randomState(),
      expectedNonce: openid.randomNonce(),
      maxAge: 3600,
    }
    const start = openid.buildAuthorizationUrl(agent, {
      redirect_uri: `${AGENT_URL}/authentication/callback`,
      scope: 'openid email profile',
      state: checks.expectedState,
      nonce: checks.expectedNonce,
      code_challenge: await openid.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
      code_challenge_method: 'S256',
      rendering_id: String(project.renderingId),
    })
    const headers = await seed.session(project.admin.id)
    const response = await fetch(start, { headers, redirect: 'manual' })
    const callback = new URL(response.headers.get('location') ?? '')
    expect(callback.origin + callback.pathname).toBe(`${AGENT_URL}/authentication/callback`)
    const tokens = await openid.authorizationCodeGrant(agent, callback, checks)
    expect(tokens.claims()).toMatchObject({
      iss: `${service.url}/oidc`,
      sub: String(project.admin.id),
      email: project.admin.email,
      name: 'Test User',
    })
    expect(tokens.expires_in).toBeLessThanOrEqual(600)
    const { status, body } = await world.authorization(
      project,
      project.renderingId,
      tokens.access_token,
    )
    expect([status, body]).toEqual([
      200,
      {
        data: {
          id: String(project.admin.id),
          attributes: {
            email: project.admin.email,
            first_name: 'Test',
            last_name: 'User',
            teams: ['Operations'],
            role: 'Support',
            role_id: project.role.id,
            permission_level: 'admin',
            tags: [],
            session_version: 0,
          },
        },
      },
    ])
  })

  it('is whole for oauth4webapi, from a browser that first signs in by password on the page', async () => {
    const { service, seed } = world
    const project = await world.project()
    const insecure = { [oauth.allowInsecureRequests]: true }
    const issuer = new URL(`${service.url}/oidc`)
    const server = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, insecure),
    )
    const client: oauth.Client = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(
        server,
        { token_endpoint_auth_method: 'none' },
        { initialAccessToken: project.environment.secret, ...insecure },
      ),
    )
    const [redirectUri] = client.redirect_uris as string[]
    const verifier = oauth.generateRandomCodeVerifier()
    const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()]
    const start = new URL(server.authorization_endpoint ?? '')
    start.search = String(
      new URLSearchParams({
        client_id: client.client_id,
        redirect_uri: redirectUri ?? '',
        response_type: 'code',
        scope: 'openid',
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        rendering_id: String(project.renderingId),
      }),
    )
    const person = await seed.member(project, 'user')
    await world.setPassword(person.id, 'a password of tests')
    const callback = await walkSignInPage(start.href, person.email, 'a password of tests')
    const parameters = oauth.validateAuthResponse(server, client, callback, state)
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      parameters,
      redirectUri ?? '',
      verifier,
      insecure,
    )
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, {
      expectedNonce: nonce,
      requireIdToken: true,
    })
    await oauth.validateApplicationLevelSignature(server, answer, insecure)
    expect(oauth.getValidatedIdTokenClaims(tokens)?.sub).toBe(String(person.id))
    expect(
      (await world.authorization(project, project.renderingId, tokens.access_token)).status,
    ).toBe(200)
  })

  it('is whole for an agent of the other spelling: no PKCE, no nonce, the rendering in the state', async () => {
    const { service, seed } = world
    const project = await world.project()
    const discovered = await fetch(`${service.url}/oidc/.well-known/openid-configuration`, {
      headers: { 'forest-secret-key': project.environment.secret },
    })
    const server = (await discovered.json()) as Record<string, string>
    const registered = await fetch(server.registration_endpoint ?? '', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${project.environment.secret}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ token_endpoint_auth_method: 'none' }),
    })
    const { client_id, redirect_uris } = (await registered.json()) as {
      client_id: string
      redirect_uris: string[]
    }
    const answer = await world.authorize(
      {
        client_id,
        scope: 'openid email profile',
        response_type: 'code',
        redirect_uri: redirect_uris[0] ?? '',
        state: JSON.stringify({ renderingId: project.renderingId }),
      },
      await seed.session(project.admin.id),
    )
    const code = readLocation(answer).searchParams.get('code') ?? ''
    const tokens = await world.exchange({ grant_type: 'authorization_code', code, client_id })
    expect(tokens.status).toBe(200)
    const told = await fetch(
      `${service.url}/liana/v2/renderings/${project.renderingId}/authorization`,
      {
        headers: {
          'forest-secret-key': project.environment.secret,
          'forest-token': tokens.body.access_token ?? '',
        },
      },
    )
    expect([told.status, await told.json()]).toMatchObject([
      200,
      { data: { attributes: { email: project.admin.email } } },
    ])
  })

  /** A browser that is not signed in: to the page, through its form, and back to the agent. */
  async function walkSignInPage(start: string, email: string, password: string): Promise<URL> {
    const browser = createBrowser()
    const toPage = await browser.visit(start)
    const page = await browser.visit(new URL(toPage.headers.get('location') ?? '', start).href)
    const returnTo = hidden(page.text, 'returnTo')
    const done = await browser.visit(new URL('/sign-in', start).href, { email, password, returnTo })
    const [, next = ''] = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(done.text) ?? []
    const back = await browser.visit(new URL(unescapeHtml(next), start).href)
    return new URL(back.headers.get('location') ?? '')
  }
})

const hidden = (text: string, name: string) =>
  unescapeHtml(new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '')

const unescapeHtml = (text: string) => text.replaceAll('&amp;', '&')
