export type { ErrorShape } from './errors.js'
export { isServiceError, ServiceError } from './errors.js'
