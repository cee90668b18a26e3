// #region agent
import { createAgent } from '@service/agent'
import { createBooks, options } from './settings.mjs'

async function startAgent() {
  const agent = createAgent(options()).addDataSource(createBooks())
  await agent.start()
  return agent
}

// Started by the first request, because `next build` loads this file too.
let agent

export async function answer(request) {
  agent ??= startAgent()
  const { fetch } = await agent
  return fetch(request)
}
// #endregion
