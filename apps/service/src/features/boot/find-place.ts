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
 * there is. What an address leaves out is taken from the place used last, too.
 */
export function findPlace(
  projects: readonly BootProject[],
  { renderingId, address, lastRenderingId }: WantedPlace,
): BootPlace | undefined {
  const all = projects.flatMap(listPlaces)
  const named = address === undefined ? [] : filterByAddress(all, address)
  return (
    findRendering(all, renderingId) ??
    findRendering(named, lastRenderingId) ??
    named[0] ??
    findRendering(all, lastRenderingId) ??
    all[0]
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

function filterByAddress(places: readonly NamedPlace[], address: string): NamedPlace[] {
  const wanted = address.split('/').slice(2, 5).map(decodePart)
  return places.filter(({ names }) =>
    wanted.every((name, level) => name === '' || names[level]?.includes(name)),
  )
}

/** The panel writes a backslash in front of names that browsers would remove from a path, such as '..'. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part).replace(/^\\/, '')
  } catch {
    return part
  }
}
