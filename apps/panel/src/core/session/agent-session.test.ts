import { describe, expect, it } from 'vitest'
import { createAgentSession, SessionEndedError, type SessionState } from './agent-session.js'

const refused = (status: number) => Object.assign(new Error(`status ${status}`), { status })

/** A service and an agent: tokens are numbered, and valid until they are revoked. */
function createWorld() {
  const world = {
    codes: 0,
    renewals: 0,
    valid: new Set<string>(),
    startError: undefined as Error | undefined,
    renewError: undefined as Error | undefined,
    states: [] as SessionState[],
    timers: [] as { run: () => void; milliseconds: number; isCancelled: boolean }[],
    requests: [] as string[],
  }
  const issue = () => {
    const token = `token ${world.codes}.${world.renewals}`
    world.valid.add(token)
    return { token }
  }
  const session = createAgentSession(
    {
      async start() {
        world.codes++
        await Promise.resolve()
        if (world.startError) throw world.startError
        return issue()
      },
      async renew(token) {
        world.renewals++
        if (world.renewError) throw world.renewError
        world.valid.delete(token)
        return issue()
      },
    },
    (run, milliseconds) => {
      const timer = { run, milliseconds, isCancelled: false }
      world.timers.push(timer)
      return () => {
        timer.isCancelled = true
      }
    },
    state => world.states.push(state),
  )
  const send = () =>
    session.send(async token => {
      world.requests.push(token)
      await Promise.resolve()
      return { status: world.valid.has(token) ? 200 : 401 }
    })
  const fireTimers = async () => {
    for (const timer of world.timers.splice(0)) if (!timer.isCancelled) timer.run()
    await new Promise(resolve => setImmediate(resolve))
  }
  const activeTimers = () => world.timers.filter(timer => !timer.isCancelled)
  return { world, session, send, fireTimers, activeTimers }
}

describe('the agent session', () => {
  it('starts with the first request, once for all that come together', async () => {
    const { world, session, send } = createWorld()
    expect(session.state).toBe('none')
    const responses = await Promise.all([send(), send(), send()])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect([world.codes, session.state, world.states]).toEqual([1, 'active', ['active']])
  })

  it('never shows its token', async () => {
    const { session, send } = createWorld()
    await send()
    expect(JSON.stringify(session)).not.toContain('token 1')
    expect(Object.values(session).join()).not.toContain('token 1')
  })

  it('gets one new code on 401, and retries once', async () => {
    const { world, send } = createWorld()
    await send()
    world.valid.clear()
    const responses = await Promise.all([send(), send(), send()])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect([world.codes, world.requests.length]).toEqual([2, 7])
  })

  it('uses the token that another request got in the meantime', async () => {
    const { world, session, send } = createWorld()
    await send()
    let answerSlow = (_status: number) => {}
    const tokens: string[] = []
    const slow = session.send(token => {
      tokens.push(token)
      if (tokens.length > 1) return Promise.resolve({ status: 200 })
      return new Promise<{ status: number }>(resolve => {
        answerSlow = status => resolve({ status })
      })
    })
    await Promise.resolve()
    world.valid.clear()
    await send()
    answerSlow(401)
    expect((await slow).status).toBe(200)
    expect([world.codes, tokens]).toEqual([2, ['token 1.0', 'token 2.0']])
  })

  it('ends when the new token is refused too, and asks nobody after that', async () => {
    const { world, session } = createWorld()
    const request = () => session.send(async () => ({ status: 401 }))
    await expect(request()).rejects.toThrow(SessionEndedError)
    expect([world.codes, session.state]).toEqual([2, 'ended'])
    await expect(request()).rejects.toThrow('Sign in again')
    expect(world.codes).toBe(2)
  })

  it('ends when the service refuses a code, and goes on after a new sign-in', async () => {
    const { world, session, send } = createWorld()
    world.startError = refused(401)
    await expect(send()).rejects.toThrow(SessionEndedError)
    expect(session.state).toBe('ended')
    world.startError = undefined
    session.restart()
    expect((await send()).status).toBe(200)
    expect(world.states).toEqual(['ended', 'none', 'active'])
  })

  it('does not end when the person may not open the place: a new sign-in would not help', async () => {
    const { world, session, send } = createWorld()
    world.startError = refused(403)
    await expect(send()).rejects.toThrow('status 403')
    expect(session.state).toBe('none')
  })

  it('does not end when the service is unavailable', async () => {
    const { world, session, send } = createWorld()
    world.startError = refused(503)
    await expect(send()).rejects.toThrow('status 503')
    expect(session.state).toBe('none')
    world.startError = undefined
    expect((await send()).status).toBe(200)
  })

  it('passes other statuses on', async () => {
    const { session, world } = createWorld()
    expect(await session.send(async () => ({ status: 403 }))).toEqual({ status: 403 })
    expect(world.codes).toBe(1)
  })

  it('is renewed after 50 minutes while somebody looks', async () => {
    const { world, send, fireTimers, activeTimers } = createWorld()
    await send()
    expect(activeTimers().map(({ milliseconds }) => milliseconds)).toEqual([3_000_000])
    await fireTimers()
    expect(world.renewals).toBe(1)
    await send()
    expect(world.requests.at(-1)).toBe('token 1.1')
    expect(activeTimers()).toHaveLength(1)
  })

  it('is renewed when somebody looks again', async () => {
    const { world, session, send, fireTimers } = createWorld()
    await send()
    session.setVisible(false)
    await fireTimers()
    expect(world.renewals).toBe(0)
    session.setVisible(true)
    expect(world.renewals).toBe(1)
    session.setVisible(false)
    session.setVisible(true)
    expect(world.renewals).toBe(1)
  })

  it('gets a new code when it can no longer be renewed', async () => {
    const { world, session, send, fireTimers } = createWorld()
    await send()
    world.renewError = refused(401)
    await fireTimers()
    expect(session.state).toBe('active')
    await send()
    expect(world.codes).toBe(2)
  })

  it('tries a failed renewal again after a minute', async () => {
    const { world, send, fireTimers, activeTimers } = createWorld()
    await send()
    world.renewError = refused(503)
    await fireTimers()
    expect(activeTimers().map(({ milliseconds }) => milliseconds)).toEqual([60_000])
    world.renewError = undefined
    await fireTimers()
    await send()
    expect([world.codes, world.renewals]).toEqual([1, 2])
  })

  it('forgets its token, and one that is still on its way', async () => {
    const { world, session, send, activeTimers } = createWorld()
    const first = send()
    session.forget()
    await expect(first).rejects.toThrow(SessionEndedError)
    expect(session.state).toBe('none')
    expect(activeTimers()).toEqual([])
    await send()
    session.forget()
    expect(activeTimers()).toEqual([])
    await send()
    expect(world.codes).toBe(3)
  })
})
