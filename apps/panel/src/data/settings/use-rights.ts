import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { RightsToSave, StoredRights } from '../../core/rights/rights-draft.js'
import type { VariablePerson } from '../../core/rights/scope-variables.js'
import { buildUploadedCollections, type UploadedSchema } from '../../core/rights/uploaded-schema.js'
import type { Collections } from '../../core/schema/collection-model.js'
import { usePlace } from '../place-context.js'
import { request } from '../service-api.js'
import { useLayout } from '../use-layout.js'
import { useSchema } from '../use-schema.js'
import { buildServiceQuery, useServiceChange, useServiceData } from './use-service.js'

/** An environment of the project, as its settings know it. */
export interface ProjectEnvironment {
  readonly id: number
  readonly name: string
  readonly kind: string
  readonly rights: 'enforced' | 'open'
}

/** The rights of every role in an environment. */
export interface EnvironmentRights {
  /** `open`: everybody may do everything, and none of the rights applies. */
  readonly rights: 'enforced' | 'open'
  readonly data: readonly StoredRights[]
}

/** A member of the project, with what administrators see. */
export interface ProjectPerson extends VariablePerson {
  readonly firstName: string
  readonly lastName: string
  readonly role: { readonly id: number; readonly name: string }
  readonly teams: readonly { readonly id: number; readonly name: string }[]
}

interface Listed<T> {
  readonly data: readonly T[]
}

/** The path of the project in the administration API. */
export function useProjectPath(): string {
  return `/api/projects/${usePlace().place.project.id}`
}

export function useEnvironments(): UseQueryResult<Listed<ProjectEnvironment>> {
  return useServiceData(`${useProjectPath()}/environments`)
}

export function useTeams(): UseQueryResult<Listed<{ readonly id: number; readonly name: string }>> {
  return useServiceData(`${useProjectPath()}/teams`)
}

export function useProjectPeople(): UseQueryResult<Listed<ProjectPerson>> {
  return useServiceData(`${useProjectPath()}/people?limit=1000`)
}

export function useRights(environmentId: number): UseQueryResult<EnvironmentRights> {
  return useServiceData(`${useProjectPath()}/environments/${environmentId}/rights`)
}

/** The rights of every role in several environments, by the id of the environment, as they arrive. */
export function useAllRights(environments: readonly ProjectEnvironment[]): {
  readonly rights: ReadonlyMap<number, EnvironmentRights>
  readonly error: unknown
  readonly refetch: () => void
} {
  const project = useProjectPath()
  const results = useQueries({
    queries: environments.map(({ id }) =>
      buildServiceQuery<EnvironmentRights>(`${project}/environments/${id}/rights`),
    ),
  })
  const rights = new Map<number, EnvironmentRights>()
  results.forEach(({ data }, index) => {
    const environment = environments[index]
    if (data && environment) rights.set(environment.id, data)
  })
  return {
    rights,
    error: results.find(({ error }) => error)?.error,
    refetch: () => results.forEach(({ refetch }) => void refetch()),
  }
}

/** The schema that the agent of an environment uploaded last; an error 404 when it never did. */
export function useUploadedSchema(environmentId: number): UseQueryResult<UploadedSchema> {
  return useServiceData(`${useProjectPath()}/environments/${environmentId}/schema`)
}

/** All collections of an environment, for conditions on their fields. */
export function useUploadedCollections(
  environmentId: number,
  schema: UploadedSchema | undefined,
): Collections | undefined {
  const { place } = usePlace()
  const isHere = place.environment.id === environmentId
  const { data } = useSchema()
  const layout = useLayout()
  return useMemo(
    () =>
      schema &&
      buildUploadedCollections(
        schema,
        isHere ? layout : null,
        isHere ? data?.collections : undefined,
      ),
    [schema, isHere, layout, data],
  )
}

/** Saves the rights of one role, if they are still those that were edited. */
export function useSaveRights(environmentId: number): (saved: RightsToSave) => Promise<unknown> {
  const environment = `${useProjectPath()}/environments/${environmentId}`
  const send = useCallback(
    ({ role, tag, rights }: RightsToSave) =>
      request('PUT', `${environment}/roles/${role.id}/rights`, rights, undefined, {
        headers: { 'if-match': `"${tag}"` },
      }),
    [environment],
  )
  return useServiceChange(
    send,
    useMemo(() => [`${environment}/rights`], [environment]),
  )
}
