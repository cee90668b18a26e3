import type { BootPlace, BootProject } from '@service/protocol'

/** What a request says about the place to open. */
export interface WantedPlace {
  readonly renderingId?: number
  /** The path of a page of the panel, which begins with the names or ids of project, environment and team. */
  readonly address?: string
  readonly lastRenderingId?: number
}

/**
 * Finds the rendering that was asked for, else the place of the address, else the one used last, else the first one with
 * an agent, else the first one. What an address leaves out is taken from the place used last, too. The page of a project
 * that cannot be opened has no place: nothing of another project belongs on it.
 */
export function findPlace(
  projects: readonly BootProject[],
  { renderingId, address, lastRenderingId }: WantedPlace,
): BootPlace | undefined {
  const wanted = address === undefined ? undefined : readNames(address)
  if (renderingId === undefined && namesRefused(projects, wanted?.[0])) return undefined
  const all = projects.flatMap(listPlaces)
  const named = wanted ? filterByNames(all, wanted) : []
  return (
    findRendering(all, renderingId) ??
    findRendering(named, lastRenderingId) ??
    findFirst(named) ??
    findRendering(all, lastRenderingId) ??
    findFirst(all)
  )?.place
}

interface NamedPlace {
  readonly place: BootPlace
  /** Of project, environment and team: the names and ids by which an address can call each. */
  readonly names: readonly (readonly string[])[]
  readonly hasAgent: boolean
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
      names: [project, environment, team].map(listNames),
      hasAgent: environment.agentUrl !== null,
    })),
  )

const findRendering = (places: readonly NamedPlace[], renderingId: number | undefined) =>
  places.find(({ place }) => place.renderingId === renderingId)

/** An environment that somebody has just created has nothing to show yet. */
const findFirst = (places: readonly NamedPlace[]) =>
  places.find(({ hasAgent }) => hasAgent) ?? places[0]

const namesRefused = (projects: readonly BootProject[], name: string | undefined) =>
  name !== undefined &&
  projects.some(project => project.refusal !== null && listNames(project).includes(name))

const listNames = ({ id, name }: { readonly id: number; readonly name: string }) => [
  String(id),
  name,
]

/** The names of project, environment and team in an address. */
const readNames = (address: string) => address.split('/').slice(2, 5).map(decodePart)

const filterByNames = (places: readonly NamedPlace[], wanted: readonly string[]) =>
  places.filter(({ names }) =>
    wanted.every((name, level) => name === '' || names[level]?.includes(name)),
  )

/** The panel writes a backslash in front of names that browsers would remove from a path, such as '..'. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part).replace(/^\\/, '')
  } catch {
    return part
  }
}
