export { Agent, createAgent } from './agent.js'
export type { AgentOptions } from './options.js'
export {
  createInProcessService,
  type InProcessService,
  type InProcessServiceOptions,
} from './service/in-process-service.js'
export type { ServicePort } from './service/service-port.js'
