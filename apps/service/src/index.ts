export { type Config, readConfig } from './config.js'
export type { ProjectSettings } from './own-project/ensure-project.js'
export {
  type OwnProject,
  type OwnProjectOptions,
  startOwnProject,
} from './own-project/start-own-project.js'
export { type RunningService, startService } from './start-service.js'
