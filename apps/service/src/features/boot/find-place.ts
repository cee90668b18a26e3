import type { BootPlace, BootProject } from '@service/protocol'

/** What a request says about the place to open. */
export interface WantedPlace {
  readonly renderingId?: number
  /** The path of a page of the panel, which begins with the names or ids of project, environment and team. */
  readonly address?: string
  readonly lastRenderingId?: number
}

/**
 * Finds the rendering that was asked for, else the place of the address, else the one used last, else the first one that
 * there is. What an address leaves out is taken from the place used last, too. The page of a project that this session
 * may not enter opens no place: it must not reach the agent of another project.
 */
export function findPlace(
  projects: readonly BootProject[],
  { renderingId, address, lastRenderingId }: WantedPlace,
): BootPlace | undefined {
  const all = projects.flatMap(listPlaces)
  const wanted = address?.split('/').slice(2, 5).map(decodePart)
  const named = wanted ? all.filter(({ names }) => isNamed(names, wanted)) : []
  const others = projects.some(each => isRefused(each, wanted?.[0])) ? [] : all
  return (
    findRendering(all, renderingId) ??
    findRendering(named, lastRenderingId) ??
    named[0] ??
    findRendering(others, lastRenderingId) ??
    others[0]
  )?.place
}

interface NamedPlace {
  readonly place: BootPlace
  /** Of project, environment and team: the names and ids by which an address can call each. */
  readonly names: readonly (readonly string[])[]
}

const listPlaces = (project: BootProject): NamedPlace[] =>
  project.environments.flatMap(environment =>
    environment.teams.map(team => ({
      place: {
        projectId: project.id,
        environmentId: environment.id,
        teamId: team.id,
        renderingId: team.renderingId,
      },
      names: [project, environment, team].map(({ id, name }) => [String(id), name]),
    })),
  )

const findRendering = (places: readonly NamedPlace[], renderingId: number | undefined) =>
  places.find(({ place }) => place.renderingId === renderingId)

const isNamed = (names: NamedPlace['names'], wanted: readonly string[]): boolean =>
  wanted.every((name, level) => name === '' || names[level]?.includes(name))

const isRefused = ({ id, name, refusal }: BootProject, wanted: string | undefined): boolean =>
  refusal !== null && (wanted === name || wanted === String(id))

/** The panel writes a backslash in front of names that browsers would remove from a path, such as '..'. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part).replace(/^\\/, '')
  } catch {
    return part
  }
}
