/** An environment of the service and the agent that serves it. */
export interface PanelPlace {
  readonly agentUrl: string
  readonly projectName: string
  readonly environmentName: string
  /** Where its administration is, below the address of the service. */
  readonly environmentPath: string
}

/** The path of a screen in a place, such as `data/orders`. */
export function formatPath(
  { projectName, environmentName }: Pick<PanelPlace, 'projectName' | 'environmentName'>,
  screen = '',
  team = 'Operations',
): string {
  const names = [projectName, environmentName, team].map(encodeURIComponent)
  return `/app/${names.join('/')}${screen && `/${screen}`}`
}
