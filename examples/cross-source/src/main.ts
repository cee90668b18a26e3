import { readSettings } from './settings.js'
import { type RunningExample, startExample } from './start-example.js'

async function main(): Promise<void> {
  const starting = startExample(readSettings(process.env))
  stopOnSignal(starting)
  console.log((await starting).description)
}

/** Ends in order; a signal while it still starts waits until it can. */
function stopOnSignal(starting: Promise<RunningExample>): void {
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    await starting.then(example => example.stop()).catch(() => {})
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

main().catch(error => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
