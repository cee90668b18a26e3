import { describe, expect, it } from 'vitest'
import { createPoll } from './poll.js'

function createWorld() {
  const world = { isUp: false, checks: 0, waits: [] as number[], run: () => {} }
  const poll = createPoll(
    async () => {
      world.checks += 1
      if (!world.isUp) throw new TypeError('unreachable')
      return true
    },
    (run, milliseconds) => {
      world.waits.push(milliseconds / 1000)
      world.run = run
      return () => {
        world.run = () => {}
      }
    },
  )
  const fire = async () => {
    world.run()
    await new Promise(resolve => setImmediate(resolve))
  }
  return { world, poll, fire }
}

describe('a poll', () => {
  it('checks less and less often, until a check succeeds', async () => {
    const { world, poll, fire } = createWorld()
    poll.start()
    poll.start()
    for (let attempt = 0; attempt < 7; attempt++) await fire()
    expect(world.waits).toEqual([1, 2, 4, 8, 15, 30, 30, 30])
    world.isUp = true
    await fire()
    await fire()
    expect([world.checks, world.waits.length]).toEqual([8, 9])
  })

  it('checks at once when it is hurried, and only while it runs', async () => {
    const { world, poll, fire } = createWorld()
    poll.hurry()
    expect(world.checks).toBe(0)
    poll.start()
    poll.hurry()
    poll.hurry()
    await fire()
    expect(world.checks).toBe(1)
    poll.stop()
    poll.hurry()
    await fire()
    expect(world.checks).toBe(1)
  })

  it('begins again with short waits after a calm minute, and not before', async () => {
    const { world, poll, fire } = createWorld()
    world.isUp = true
    poll.start()
    await fire()
    poll.start()
    await fire()
    expect(world.waits).toEqual([1, 60, 2, 60])
    await fire()
    poll.start()
    expect(world.waits.at(-1)).toBe(1)
  })
})
