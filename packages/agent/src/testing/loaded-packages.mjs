// Prints which packages are loaded after an agent started, without an MCP server and then with one:
// node loaded-packages.mjs <folder>
import { Session } from 'node:inspector'
import { join } from 'node:path'
import { createAgent, createInProcessService } from '@service/agent'

const [folder] = process.argv.slice(2)
const scripts = new Set()

const session = new Session()
session.connect()
session.on('Debugger.scriptParsed', ({ params }) => scripts.add(params.url))
session.post('Debugger.enable')

async function startAndStop(mount) {
  const agent = createAgent({
    authSecret: 'a secret for tests, of 32 characters',
    envSecret: '0'.repeat(64),
    loggerLevel: 'Error',
    schemaPath: join(folder, 'schema.json'),
    service: createInProcessService({ users: [], rights: true }),
  })
  await mount(agent).start()
  await agent.stop()
  const names = [...scripts].map(url => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1])
  return [...new Set(names.filter(Boolean))]
}

const without = await startAndStop(agent => agent)
const mounted = await startAndStop(agent =>
  agent.mountAiMcpServer({ publicUrl: 'https://shop.example.com' }),
)
process.stdout.write(JSON.stringify({ without, mounted }))
