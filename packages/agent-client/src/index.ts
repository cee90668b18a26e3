export { createAgentClient } from './create-agent-client.js'
export * from './exports.js'
