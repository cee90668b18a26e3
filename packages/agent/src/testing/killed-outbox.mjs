// An outbox in its own process, behind HTTP: node killed-outbox.mjs <folder> <URL of the sink>
// PUT begins a write and records its outcome, GET records a read.
import { createServer } from 'node:http'
import { openOutbox } from '../../dist/activity/outbox.js'
import { writeTo } from './sink.mjs'

const [folder, sink] = process.argv.slice(2)

const outbox = await openOutbox({
  folder,
  envSecret: '0'.repeat(64),
  maxBytes: 64 * 1024 * 1024,
  logger: () => {},
  send: writeTo(sink),
  timings: { send: 5, retry: 10, maxRetry: 50 },
})

const server = createServer(async ({ method, url }, response) => {
  const recordIds = [url.split('?')[0].split('/').at(-1)]
  const entry = { action: 'update', userId: 7, recordIds }
  if (method === 'PUT')
    outbox.recordOutcome({ key: await outbox.begin({ ...entry, type: 'write' }) })
  else outbox.add({ ...entry, type: 'read' })
  response.end('{}')
}).listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))

process.once('SIGTERM', async () => {
  server.closeAllConnections()
  server.close()
  await outbox.close()
})
