/** The part of this package that runs in browsers. */
export { CallFailure } from './client/call-failure.js'
export { createDeadline, type Deadline } from './client/deadline.js'
