import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { prepareStop, trackUnusedConnections } from './stop-server.js'

const server = createServer((_, response) => response.end())
const unused = trackUnusedConnections(server)

afterEach(() => server.close())

it('knows connections over which no request has come', async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(server, 'connection')
  expect(unused.size).toBe(1)
  const asked = once(server, 'request')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await asked
  expect(unused.size).toBe(0)
  socket.destroy()

  const another = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [accepted] = await once(server, 'connection')
  expect([...unused]).toEqual([accepted])
  another.destroy()
  await once(accepted, 'close')
  expect(unused.size).toBe(0)
})

it('leaves the connections open until nothing is being answered, and then closes them', async () => {
  const draining = createServer((_, response) => response.end('done'))
  const stop = prepareStop(draining)
  draining.listen(0, '127.0.0.1')
  await once(draining, 'listening')
  const socket = connect((draining.address() as AddressInfo).port, '127.0.0.1')
  socket.resume()
  const isClosed = once(socket, 'close')
  const [accepted] = await once(draining, 'connection')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n')
  await expect.poll(() => accepted.bytesRead).toBeGreaterThan(0)
  let drained = () => {}
  const stopped = stop({
    maxWaitMs: 10_000,
    drain: () =>
      new Promise(resolve => {
        drained = resolve
      }),
  })
  const asked = once(draining, 'request')
  socket.write('\r\n')
  await asked
  drained()
  await stopped
  await isClosed
})
