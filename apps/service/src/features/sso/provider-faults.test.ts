import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { connectSso } from '../../testing/connect-sso.js'
import { createBrowser } from '../../testing/create-browser.js'
import { type SsoWorld, startSsoWorld } from '../../testing/sso-world.js'

describe('an identity provider that fails', () => {
  let world: SsoWorld

  beforeEach(async () => {
    world = await startSsoWorld(inject('postgresUrl'))
  })
  afterEach(() => world?.stop())

  const failure = {
    status: 502,
    text: expect.stringContaining(
      'The identity provider is unavailable, or its response is invalid.',
    ),
  }
  const answerAt = (path: string, status: number, text: string) => {
    world.provider.intercept = ({ url }, response) => {
      if (!url?.startsWith(path)) return false
      response.writeHead(status, { 'content-type': 'application/json' }).end(text)
      return true
    }
  }

  it('is told apart from a mistake of ours when a sign-in begins', async () => {
    const project = await world.seed.project()
    const { issuer } = world.provider
    await connectSso(world.service.deps.store.db, project.id, { issuer })
    answerAt('/.well-known/', 500, '{"detail":"of the provider"}')
    const page = await createBrowser().visit(world.startUrl(project))
    expect(page).toMatchObject(failure)
    expect(page.text).not.toContain('of the provider')
    // A failure is not kept: the next attempt finds the provider again.
    world.provider.intercept = () => false
    expect((await createBrowser().visit(world.startUrl(project))).status).toBe(302)
  })

  it('signs nobody in with a token of other keys, and says what everybody may know', async () => {
    const project = await world.project()
    answerAt('/jwks', 200, '{"keys":[]}')
    expect((await world.signIn(project, world.readLogin(project.admin))).page).toMatchObject(
      failure,
    )
    answerAt('/token', 500, '{"error":"server_error","error_description":"internal detail"}')
    const { page } = await world.signIn(project, world.readLogin(project.admin))
    expect(page).toMatchObject(failure)
    expect(page.text).not.toContain('internal detail')
    answerAt('/me', 503, '')
    expect((await world.signIn(project, world.readLogin(project.admin))).page).toMatchObject(
      failure,
    )
  })

  it('is given up after five seconds', async () => {
    const project = await world.project()
    const browser = createBrowser()
    const url = await world.passProvider(browser, project, world.readLogin(project.admin))
    world.provider.intercept = () => true
    // Five seconds pass in a moment.
    const { timeout } = AbortSignal
    const limits = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation(ms => timeout.call(AbortSignal, ms === 5_000 ? 50 : ms))
    try {
      expect(await browser.visit(url)).toMatchObject(failure)
      expect(limits).toHaveBeenCalledWith(5_000)
    } finally {
      limits.mockRestore()
    }
  })
})
