type Names = { readonly projectName: string; readonly environmentName: string }

const project = ({ projectName }: Names) => `/v1/project/${encodeURIComponent(projectName)}`
const environment = (names: Names) =>
  `${project(names)}/environment/${encodeURIComponent(names.environmentName)}`

/** What can be followed, and where the public API lists it. */
export const streams = {
  notes: (names: Names) => `${environment(names)}/notes`,
  'activity-logs': (names: Names) => `${environment(names)}/activity-logs`,
  'admin-logs': (names: Names) => `${project(names)}/admin-logs`,
}

export type StreamName = keyof typeof streams

/** The path of the list of a stream. */
export function buildPath(stream: StreamName, names: Names): string {
  return streams[stream](names)
}
