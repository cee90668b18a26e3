import type { View } from '@service/protocol'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { buildViewState } from '../../../core/list/views.js'
import type { CollectionModel } from '../../../core/schema/collection-model.js'
import { usePlace } from '../../../data/place-context.js'
import { useViewChanges, useViews } from '../../../data/use-views.js'
import { useToasts } from '../../../shell/toasts.js'
import { useUndo } from '../../../shell/undo.js'
import { useErrorText } from '../../../shell/use-error-text.js'
import type { ListStateAccess } from '../../../shell/use-list-state.js'

interface NamedView {
  readonly name: string
  readonly isShared: boolean
}

/** What people do with the views of a list. */
export interface ViewActions {
  /** Saves what the list shows as a new view, and opens it. Rejects with what the service says. */
  readonly save: (named: NamedView) => Promise<void>
  readonly rename: (view: View, name: string) => Promise<void>
  /** Stores what the list shows now in the view. */
  readonly update: (view: View) => void
  readonly reset: (view: View) => void
  readonly share: (view: View, isShared: boolean) => void
  readonly move: (view: View, step: 1 | -1) => void
  readonly remove: (view: View) => void
  /** Whether the person may change a view. */
  readonly mayChange: (view: View) => boolean
  readonly mayShare: boolean
}

interface ViewedList extends Pick<ListStateAccess, 'state' | 'open'> {
  /** The record beside the list: it stays there. */
  readonly readPeek: () => string | undefined
}

/** The views of a collection, in the order in which they are shown. */
export function listViews(views: readonly View[], collection: string): readonly View[] {
  return views
    .filter(({ collectionName }) => collectionName === collection)
    .toSorted(
      (one, two) =>
        Number(two.isShared) - Number(one.isShared) ||
        one.position - two.position ||
        one.id - two.id,
    )
}

export function useViewActions(
  { name: collectionName }: Pick<CollectionModel, 'name'>,
  { state, open, readPeek }: ViewedList,
): ViewActions {
  const t = useTranslations('views')
  const { place } = usePlace()
  const { views } = useViews({ isWanted: false })
  const { create, update, remove, order } = useViewChanges()
  const { show } = useToasts()
  const { push, undo } = useUndo()
  const describeError = useErrorText()
  const mayShare = place.project.permissionLevel !== 'user'
  return useMemo(() => {
    const openView = (id: number) => {
      const peek = readPeek()
      open({ view: id, ...(peek !== undefined && { peek }) })
    }
    const attempt = (run: () => Promise<void>) =>
      void run().catch((error: unknown) =>
        show({
          text: t('failed'),
          kind: 'danger',
          details: describeError(error),
        }),
      )
    const restore = async (view: View, siblings: readonly View[]) => {
      const { name, isShared, state: stored } = view
      const created = await create({ name, collectionName, isShared, state: stored })
      await order(siblings.map(each => (each.id === view.id ? created : each)))
      return created
    }
    const listSiblings = (view: View) =>
      listViews(views, collectionName).filter(each => each.isShared === view.isShared)
    return {
      mayShare,
      mayChange: view => !view.isShared || mayShare,
      async save({ name, isShared }) {
        const view = await create({ name, isShared, collectionName, state: buildViewState(state) })
        openView(view.id)
        show({ text: t('saved', { name }), kind: 'success' })
      },
      async rename(view, name) {
        await update(view.id, { name })
        show({ text: t('renamed', { name }), kind: 'success' })
      },
      update: view =>
        attempt(async () => {
          const before = view.state
          const after = buildViewState(state)
          const put = async (stored: View['state']) => {
            await update(view.id, { state: stored })
            openView(view.id)
          }
          await put(after)
          push({
            label: t('updated', { name: view.name }),
            redo: () => put(after),
            undo: () => put(before),
          })
          show({ text: t('updated', { name: view.name }), kind: 'success', undo })
        }),
      reset: view => openView(view.id),
      share: (view, isShared) =>
        attempt(async () => {
          await update(view.id, { isShared })
          const text = t(isShared ? 'nowShared' : 'nowPrivate', { name: view.name })
          show({ text, kind: 'success' })
        }),
      move: (view, step) =>
        attempt(async () => {
          const siblings = [...listSiblings(view)]
          const from = siblings.findIndex(({ id }) => id === view.id)
          const [moved] = siblings.splice(from, 1)
          if (moved) siblings.splice(Math.max(0, from + step), 0, moved)
          await order(siblings)
        }),
      remove: view =>
        attempt(async () => {
          const siblings = listSiblings(view)
          let current = view
          const take = async () => {
            await remove(current.id)
            open({})
          }
          await take()
          push({
            label: t('undoDelete', { name: view.name }),
            redo: take,
            async undo() {
              current = await restore(view, siblings)
              openView(current.id)
            },
          })
          show({ text: t('deleted', { name: view.name }), kind: 'success', undo })
        }),
    }
  }, [
    describeError,
    t,
    views,
    collectionName,
    state,
    open,
    create,
    update,
    remove,
    order,
    show,
    push,
    undo,
    mayShare,
    readPeek,
  ])
}
