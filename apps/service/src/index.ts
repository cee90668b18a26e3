export { type Config, readConfig } from './config.js'
export { type RunningService, startService } from './start-service.js'
