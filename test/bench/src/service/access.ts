/** A token of the public API that exists in the benchmark's database only. */
export const token = 'svc_mHrsnpMYkdKd_XfSuXKBxfFkBpeXPFrDoZ2JpzbWLaeqgc17kSBpdOa60iI7aT'
export const tokenPublicId = 'mHrsnpMYkdKd'

export const projectName = 'Bench'
export const environmentName = 'Production'

export const notesPath = `/v1/project/${projectName}/environment/${environmentName}/notes`
export const tokenHeaders = { authorization: `Bearer ${token}` }
