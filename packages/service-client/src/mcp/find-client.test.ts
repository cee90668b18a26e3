import { expect, it } from 'vitest'
import type { Caller } from '../transport/call-service.js'
import { systemClock } from '../transport/clock.js'
import { createClientFinder } from './find-client.js'

it('remembers a thousand clients at most: the first is forgotten first', async () => {
  const requested: string[] = []
  const caller: Pick<Caller, 'call'> = {
    async call({ path }) {
      requested.push(path)
      const text = JSON.stringify({ client_id: path, redirect_uris: [] })
      return { status: 200, headers: {}, text }
    },
  }
  const findClient = createClientFinder(caller, { ...systemClock, now: () => 0 })
  for (let index = 0; index <= 1000; index += 1) await findClient(`client-${index}`)
  await findClient('client-1')
  await findClient('client-1000')
  expect(requested).toHaveLength(1001)
  await findClient('client-0')
  expect(requested).toHaveLength(1002)
})
