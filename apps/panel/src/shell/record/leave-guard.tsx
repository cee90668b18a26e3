import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { parseListState, parseSearch } from '../../core/list/list-state.js'
import { parseAddress } from '../../core/places/address.js'
import type { CollectionModel, Collections } from '../../core/schema/collection-model.js'
import { history } from '../../data/history.js'
import { lazyPart } from '../../ui/lazy-part.js'
import { PopupLoader } from '../../ui/popup-loader.js'
import type { RecordEditor } from './use-record-editor.js'

const LeaveDialog = lazyPart(() => import('./leave-dialog.js'))

interface LeaveGuardProps {
  readonly editor: RecordEditor
  readonly collections: Collections
  readonly collection: CollectionModel
  readonly id: string
}

type Decide = (isStaying: boolean) => void

/** Asks before somebody leaves a record with changes: by a link, by Back, or by closing the tab. */
export function LeaveGuard({ editor, collections, collection, id }: LeaveGuardProps) {
  const t = useTranslations('record')
  const [decide, setDecide] = useState<Decide>()
  const isGuarded = editor.isDirty && editor.state?.isSaving === false
  const { name } = collection
  useEffect(() => {
    if (!isGuarded) return undefined
    return history.block({
      enableBeforeUnload: true,
      blockerFn: async ({ nextLocation }: { readonly nextLocation: Location }) => {
        if (showsRecord(nextLocation, collections, name, id)) return false
        return new Promise<boolean>(resolve => setDecide(() => resolve))
      },
    })
  }, [isGuarded, collections, name, id])
  if (!decide) return null
  const end = (isStaying: boolean) => {
    setDecide(undefined)
    decide(isStaying)
  }
  return (
    <PopupLoader onCancel={() => end(true)}>
      <LeaveDialog
        title={t('leaveTitle')}
        text={t('leaveText')}
        onStay={() => end(true)}
        onDiscard={() => {
          end(false)
          editor.discard()
        }}
        onSave={() => {
          setDecide(undefined)
          void editor.save().then(isSaved => decide(!isSaved))
        }}
      />
    </PopupLoader>
  )
}

interface Location {
  readonly pathname: string
  readonly search: string
}

/** The same record beside a list, on its page, or in another tab of it, goes on with the edit. */
function showsRecord(
  { pathname, search }: Location,
  collections: Collections,
  collection: string,
  id: string,
): boolean {
  const { screen } = parseAddress(pathname)
  const { peek } = parseListState(parseSearch(search))
  if (screen.kind === 'list') return screen.collection === collection && peek === id
  if (screen.kind !== 'record') return false
  if (screen.collection === collection && screen.id === id) return true
  const relation = collections.get(screen.collection)?.fields.get(screen.tab ?? '')
  return relation?.target === collection && peek === id
}
