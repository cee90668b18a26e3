/** A token of the public API that exists in the benchmark's database only. */
export const token = 'svc_mHrsnpMYkdKd_XfSuXKBxfFkBpeXPFrDoZ2JpzbWLaeqgc17kSBpdOa60iI7aT'
export const tokenPublicId = 'mHrsnpMYkdKd'

export const projectName = 'Bench'
export const environmentName = 'Production'

const environmentPath = `/v1/project/${projectName}/environment/${environmentName}`
export const notesPath = `${environmentPath}/notes`
export const activityLogsPath = `${environmentPath}/activity-logs`
export const tokenHeaders = { authorization: `Bearer ${token}` }

/** The secret of an environment that exists in the benchmark's database only. */
export const environmentSecret: string = '5'.repeat(64)
