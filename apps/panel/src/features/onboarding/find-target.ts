import type { BootEnvironment, BootProject } from '@service/protocol'
import type { WizardState } from '../../core/onboarding/wizard-address.js'

/** The environment that the wizard connects. */
export interface Target {
  readonly project: BootProject
  readonly environment: BootEnvironment
  /** Its path at the service. */
  readonly path: string
}

export interface StepProps {
  readonly target: Target
  readonly state: WizardState
  readonly go: (next: WizardState) => void
}

/** Finds an environment among those of the person. */
export function findTarget(
  projects: readonly BootProject[],
  environmentId: number | undefined,
): Target | undefined {
  for (const project of projects) {
    const environment = project.environments.find(({ id }) => id === environmentId)
    const path = `/api/projects/${project.id}/environments/${environmentId}`
    if (environment) return { project, environment, path }
  }
  return undefined
}
