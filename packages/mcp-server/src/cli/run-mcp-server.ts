import { once } from 'node:events'
import type { Logger } from '@service/base'
import { McpConfigurationError } from '../errors.js'
import { readSettings } from './read-settings.js'
import { startStandalone } from './start-standalone.js'

const wrongSettings = 2
const failed = 1

/** Runs the server until a signal ends it; returns the exit code. */
export async function runMcpServer(environment: NodeJS.ProcessEnv): Promise<number> {
  const listening = new AbortController()
  const signalled = untilSignal(listening.signal)
  try {
    const settings = readSettings(environment, printLog)
    const server = await startStandalone(settings, printLog)
    printLog('Info', `The MCP server listens on ${settings.host}:${server.port}`)
    printLog('Info', `Clients connect to ${settings.mcp.publicUrl}/mcp`)
    await signalled
    printLog('Info', 'Stopping…')
    await server.stop()
    return 0
  } catch (error) {
    printLog('Error', error instanceof Error ? error.message : String(error))
    return error instanceof McpConfigurationError ? wrongSettings : failed
  } finally {
    listening.abort()
  }
}

/** Resolves at the first signal, or when `ended` is aborted. */
async function untilSignal(ended: AbortSignal): Promise<void> {
  const options = { signal: ended }
  const signals = [once(process, 'SIGINT', options), once(process, 'SIGTERM', options)]
  for (const signal of signals) signal.catch(() => {})
  await Promise.race(signals).catch(() => {})
}

const printLog: Logger = (level, message, error) => {
  if (level === 'Debug') return
  const stream = level === 'Info' ? process.stdout : process.stderr
  const detail = error === undefined ? '' : ` ${error instanceof Error ? error.message : error}`
  stream.write(`${level.toLowerCase()}: ${message}${detail}\n`)
}
