import type { JobKind } from './job-kind.js'
import { applyRetention } from './kinds/apply-retention.js'
import { verifyProjectLogs } from './kinds/verify-logs.js'

/** Every kind of job, by the name used to start it. */
export const jobKinds = {
  'verify-logs': verifyProjectLogs,
  'apply-retention': applyRetention,
} as const satisfies Readonly<Record<string, JobKind>>
