import type { View } from '@service/protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type CurrentPlace, usePlace } from './place-context.js'
import {
  createView,
  deleteView,
  fetchViews,
  type NewView,
  orderViews,
  updateView,
} from './views-api.js'

const none: readonly View[] = []

/** The saved views of the place, of all collections. */
export interface LoadedViews {
  /** Empty until they are known, and when the service does not respond. */
  readonly views: readonly View[]
  readonly isLoading: boolean
  readonly reload: () => void
}

/** Until they are wanted, they are only there when another part of the page has loaded them. */
export function useViews({ isWanted = true } = {}): LoadedViews {
  const { place } = usePlace()
  const { data, isPending, refetch } = useQuery({
    queryKey: buildKey(place),
    queryFn: ({ signal }) => fetchViews(getTeam(place), signal),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isWanted,
  })
  return { views: data ?? none, isLoading: isPending, reload: () => void refetch() }
}

/** Saves, changes and deletes views; the list of views follows. */
export interface ViewChanges {
  readonly create: (view: NewView) => Promise<View>
  readonly update: (id: number, change: Partial<NewView>) => Promise<View>
  readonly remove: (id: number) => Promise<void>
  /** Orders the views of a collection that are shared, or those that are not. */
  readonly order: (views: readonly View[]) => Promise<void>
}

export function useViewChanges(): ViewChanges {
  const { place } = usePlace()
  const client = useQueryClient()
  return useMemo(() => {
    const team = getTeam(place)
    const set = (change: (views: readonly View[]) => readonly View[]) =>
      client.setQueryData<readonly View[]>(buildKey(place), views => views && change(views))
    const put = (view: View) =>
      set(views =>
        views.some(({ id }) => id === view.id)
          ? views.map(each => (each.id === view.id ? view : each))
          : [...views, view],
      )
    return {
      async create(view) {
        const created = await createView(team, view)
        put(created)
        return created
      },
      async update(id, change) {
        const changed = await updateView(team, id, change)
        put(changed)
        return changed
      },
      async remove(id) {
        await deleteView(team, id)
        set(views => views.filter(view => view.id !== id))
      },
      async order(views) {
        const [first] = views
        if (!first) return
        const { collectionName, isShared } = first
        const ids = views.map(({ id }) => id)
        for (const view of await orderViews(team, { collectionName, isShared, ids })) put(view)
      },
    }
  }, [place, client])
}

const buildKey = ({ team }: CurrentPlace['place']) => ['views', team.renderingId]

const getTeam = ({ project, environment, team }: CurrentPlace['place']) => ({
  projectId: project.id,
  environmentId: environment.id,
  teamId: team.id,
})
