// Starts and stops an agent: node started-agent.mjs <folder> <with or without MCP>
import { join } from 'node:path'
import { createAgent, createInProcessService } from '@service/agent'

const [folder, mcp] = process.argv.slice(2)

const agent = createAgent({
  authSecret: 'a secret for tests',
  envSecret: '0'.repeat(64),
  loggerLevel: 'Error',
  schemaPath: join(folder, 'schema.json'),
  service: createInProcessService({ users: [], rights: true }),
})
if (mcp === 'with') agent.mountAiMcpServer({ publicUrl: 'https://shop.example.com' })

await agent.start()
await agent.stop()
