import { mkdir } from 'node:fs/promises'
import { readSettings } from './settings.js'
import { tailStream } from './tail-stream.js'

/** Follows every stream that was asked for until SIGINT or SIGTERM; a refusal ends them all. */
async function main(): Promise<void> {
  const settings = readSettings(process.env)
  await mkdir(settings.folder, { recursive: true, mode: 0o700 })
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  process.once('SIGTERM', () => stop.abort())
  const tails = settings.streams.map(stream => tailStream(settings, stream, stop.signal))
  try {
    await Promise.all(tails)
  } finally {
    stop.abort()
    await Promise.allSettled(tails)
  }
}

main().catch(error => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
