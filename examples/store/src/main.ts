import { join } from 'node:path'
import { writePrivate } from './secrets.js'
import { readSettings } from './settings.js'
import { type RunningShop, startShop } from './start-shop.js'

async function main(): Promise<void> {
  const settings = readSettings(process.env)
  for (const name of settings.unused) {
    console.log(
      `${name} is set and left alone: the demo uses DEMO_DATABASE_URL, or a database of its own.`,
    )
  }
  const starting = startShop(settings)
  stopOnSignal(starting)
  const shop = await starting
  const devFile = join(settings.dataDir, 'dev.json')
  await writePrivate(devFile, shop.access)
  announce(shop, devFile)
  const reason = await shop.serviceDied
  console.error(reason)
  await shop.stop()
  process.exit(1)
}

function announce({ access, database, welcomeUrl }: RunningShop, devFile: string): void {
  console.log(`
The service and the example shop are ready.

  panel      ${welcomeUrl}
             signs you in, once within ten minutes; later: ${access.serviceUrl}
  sign-in    ${access.email}  ${access.password}

  agent      ${access.agentUrl}
  MCP        ${access.mcpUrl}
  database   ${database}
  API token  ${access.apiToken}

Next: connect your own database, at ${access.serviceUrl}/app/connect.

The same is written to ${devFile}, with a session of the agent for one hour.

Read notes, activity logs and admin logs:

  TOKEN=${access.apiToken}
  curl -s -H "Authorization: Bearer $TOKEN" \\
    "${access.serviceUrl}/v1/project/${access.projectName}/environment/${access.environmentName}/notes?limit=3"

Read records:

  SESSION=${access.sessionToken}
  curl -s -g -H "Authorization: Bearer $SESSION" \\
    "${access.agentUrl}/orders?timezone=UTC&page[size]=3&sort=-ordered_at"

Every route of the service is described at ${access.serviceUrl}/docs.
Ctrl-C stops everything; the data stay for the next start.
`)
}

/**
 * Ends in order; a signal while it still starts waits until it can. A program that started it with a channel
 * takes it along when it ends.
 */
function stopOnSignal(starting: Promise<RunningShop>): void {
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    console.log('Stopping…')
    await starting.then(shop => shop.stop()).catch(() => {})
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.on('disconnect', stop)
}

main().catch(error => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
