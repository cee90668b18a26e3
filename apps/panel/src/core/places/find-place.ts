import type { BootEnvironment, BootPlace, BootProject } from '@service/protocol'
import type { PlaceNames } from './address.js'

/** A project, environment and team that a person can open. */
export interface Place {
  readonly project: BootProject
  readonly environment: BootEnvironment
  readonly team: BootEnvironment['teams'][number]
}

/** What an address names, or what of it does not exist or cannot be opened. */
export type PlaceResult =
  | { readonly kind: 'found'; readonly place: Place }
  | {
      readonly kind: 'missing'
      readonly what: 'project' | 'environment' | 'team'
      /** The name in the address; absent when there is none to choose from. */
      readonly name?: string
      /** The project that lacks the environment or the team. */
      readonly project?: BootProject
      /** What there is instead. */
      readonly known: readonly KnownPlace[]
    }
  | { readonly kind: 'refused'; readonly project: BootProject; readonly reason: string }

/** A project, an environment or a team, and how addresses name it. */
interface KnownPlace {
  readonly label: string
  readonly names: PlaceNames
}

/**
 * Finds the place that an address names. What the address leaves out is taken from the place used
 * last, else it is the first.
 *
 * @example
 * const result = findPlace(boot.projects, { project: 'Store' }, boot.place)
 * const title = result.kind === 'found' ? result.place.environment.name : 'Not found'
 */
export function findPlace(
  projects: readonly BootProject[],
  names: PlaceNames,
  last?: BootPlace | null,
): PlaceResult {
  const project = findNamed(projects, names.project, last?.projectId)
  if (!project) return describeMissing('project', names, projects)
  if (project.refusal !== null) return { kind: 'refused', project, reason: project.refusal }
  const environment = findNamed(project.environments, names.environment, last?.environmentId)
  if (!environment) return describeMissing('environment', names, project.environments, project)
  const team = findNamed(environment.teams, names.team, last?.teamId)
  if (!team) return describeMissing('team', names, environment.teams, project)
  return { kind: 'found', place: { project, environment, team } }
}

/**
 * Returns how addresses name a place: by names, or by the id where a name would lead elsewhere.
 *
 * @example
 * formatAddress({ ...getPlaceNames(boot.projects, place), screen: { kind: 'inbox' } })
 */
export function getPlaceNames(
  projects: readonly BootProject[],
  { project, environment, team }: Place,
): Required<PlaceNames> {
  return {
    project: chooseName(projects, project),
    environment: chooseName(project.environments, environment),
    team: chooseName(environment.teams, team),
  }
}

interface Named {
  readonly id: number
  readonly name: string
}

/** Ids come first, so that there is an address for each of several things of one name. */
function findNamed<T extends Named>(
  all: readonly T[],
  name: string | undefined,
  lastId: number | undefined,
): T | undefined {
  if (name === undefined) return all.find(({ id }) => id === lastId) ?? all[0]
  return all.find(({ id }) => String(id) === name) ?? all.find(each => each.name === name)
}

function chooseName<T extends Named>(all: readonly T[], named: T): string {
  const isClear = named.name !== '' && findNamed(all, named.name, undefined)?.id === named.id
  return isClear ? named.name : String(named.id)
}

function describeMissing(
  what: 'project' | 'environment' | 'team',
  names: PlaceNames,
  all: readonly Named[],
  project?: BootProject,
): PlaceResult {
  const name = names[what]
  return {
    kind: 'missing',
    what,
    ...(name !== undefined && { name }),
    ...(project && { project }),
    known: all.map(each => ({
      label: each.name,
      names: { ...names, [what]: chooseName(all, each) },
    })),
  }
}
