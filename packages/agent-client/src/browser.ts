export { createAgentClient } from './create-browser-client.js'
export * from './exports.js'
