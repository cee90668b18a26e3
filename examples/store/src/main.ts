import { join } from 'node:path'
import { people } from './people.js'
import { readSettings, writePrivate } from './settings.js'
import { type RunningStore, startStore } from './start-store.js'

async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const store = await startStore(settings)
  const devFile = join(settings.dataDir, 'dev.json')
  await writePrivate(devFile, {
    agentUrl: store.agentUrl,
    projectName: 'Store',
    environmentName: 'Development',
    email: people.manager.email,
    sessionToken: store.sessions.manager,
    ...store.secrets,
  })
  announce(store, devFile)
  stopOnSignal(store)
}

function announce(store: RunningStore, devFile: string): void {
  console.log(`
The example shop is ready.

  agent     ${store.agentUrl}
  database  ${store.database}
  session   in ${devFile}, as ${people.manager.email}, for one hour

Try it:

  TOKEN=${store.sessions.manager}
  curl -s -g -H "Authorization: Bearer $TOKEN" \\
    "${store.agentUrl}/orders?timezone=UTC&page[size]=3&sort=-ordered_at"

Ctrl-C stops it; the data stay for the next start.
`)
}

function stopOnSignal(store: RunningStore): void {
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    console.log('Stopping…')
    await store.stop()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

main().catch(error => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
