import { getTokenState, type TokenTimes } from '../../../core/settings/token-times.js'
import { useServiceData } from '../../../data/settings/use-service.js'

interface OwnedToken extends TokenTimes {
  readonly name: string
  readonly createdBy: { readonly id: number }
}

interface OwnedEnvironment {
  readonly name: string
  readonly ownerId: number | null
}

/** What works only as long as a person has their level, by name. */
export interface WhatEnds {
  /** API tokens work while who created them is an admin. */
  readonly tokens: readonly string[]
  /** Agents of development environments are let in while their owner is a developer. */
  readonly environments: readonly string[]
}

/** What would stop working without a person; undefined until it is known. */
export function useWhatEnds(projectPath: string, personId: number): WhatEnds | undefined {
  const tokens = useServiceData<{ readonly data: readonly OwnedToken[] }>(`${projectPath}/tokens`)
  const environments = useServiceData<{ readonly data: readonly OwnedEnvironment[] }>(
    `${projectPath}/environments`,
  )
  if (!tokens.data || !environments.data) return undefined
  const now = new Date()
  return {
    tokens: tokens.data.data
      .filter(token => token.createdBy.id === personId && getTokenState(token, now) === 'active')
      .map(({ name }) => name),
    environments: environments.data.data
      .filter(({ ownerId }) => ownerId === personId)
      .map(({ name }) => name),
  }
}
