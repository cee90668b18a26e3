import type { NotificationPlace } from './read-notifications.js'

/** URL parsers remove empty segments, `.` and `..`. The panel expects a backslash before them, and before a backslash. */
const removedSegments = /^(?:\.{0,2}$|\\)/

/** `encodeURIComponent` throws on these. */
const loneSurrogate = /\p{Surrogate}/gu

const encode = (part: string) =>
  encodeURIComponent(
    (removedSegments.test(part) ? `\\${part}` : part).replace(loneSurrogate, '\ufffd'),
  )

/** The path of a screen of the panel; that of its start for a person without a team. */
export function formatPanelPath(
  { projectName, environmentName, teamName }: NotificationPlace,
  ...screen: readonly string[]
): string {
  if (teamName === null) return '/app'
  return ['/app', ...[projectName, environmentName, teamName, ...screen].map(encode)].join('/')
}
