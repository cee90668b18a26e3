import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { history } from '../../../data/history.js'
import { lazyPart } from '../../../ui/lazy-part.js'
import { PopupLoader } from '../../../ui/popup-loader.js'

const LeaveDialog = lazyPart(() => import('../../../shell/record/leave-dialog.js'))

type Decide = (isStaying: boolean) => void

/** Asks before somebody leaves an area with changes that are not saved: by a link, by Back, or by closing the tab. */
export function UnsavedGuard({ isDirty }: { readonly isDirty: boolean }) {
  const t = useTranslations('record')
  const [decide, setDecide] = useState<Decide>()
  useEffect(() => {
    if (!isDirty) return undefined
    return history.block({
      enableBeforeUnload: true,
      blockerFn: () => new Promise<boolean>(resolve => setDecide(() => resolve)),
    })
  }, [isDirty])
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
        onDiscard={() => end(false)}
      />
    </PopupLoader>
  )
}
