import type { BootPlace, BootProject } from '@service/protocol'

/** Finds the first of these renderings that the person can open, else the first one that there is. */
export function findPlace(
  projects: readonly BootProject[],
  wanted: readonly (number | undefined)[],
): BootPlace | undefined {
  const places = projects.flatMap(listPlaces)
  for (const renderingId of wanted) {
    const place = places.find(one => one.renderingId === renderingId)
    if (place) return place
  }
  return places[0]
}

const listPlaces = ({ id: projectId, environments }: BootProject): BootPlace[] =>
  environments.flatMap(({ id: environmentId, teams }) =>
    teams.map(({ id: teamId, renderingId }) => ({ projectId, environmentId, teamId, renderingId })),
  )
