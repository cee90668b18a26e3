import { readSettings } from './settings.js'
import { startExample } from './start-example.js'

async function main(): Promise<void> {
  const example = await startExample(readSettings(process.env))
  const stop = async () => {
    await example.stop()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  console.log(example.description)
}

main().catch(error => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
