import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Member } from '../../../core/settings/people/member.js'
import { formatPersonName } from '../../../core/text/format-person-name.js'
import { usePlace } from '../../../data/place-context.js'
import { useMemberChanges } from '../../../data/settings/use-all-members.js'
import { Button } from '../../../ui/button.js'
import { ConfirmDialog } from '../parts/confirm-dialog.js'
import { useLeavePlace } from '../parts/use-reloaded-place.js'
import type { WhatEnds } from './use-what-ends.js'
import { WhatEndsNote } from './what-ends-note.js'

interface RemoveSectionProps {
  readonly member: Member
  readonly isLast: boolean
  readonly ends: WhatEnds | undefined
  readonly onRemoved: () => void
}

/** Removes a member from the project, and says first what that means. */
export function RemoveSection({ member, isLast, ends, onRemoved }: RemoveSectionProps) {
  const t = useTranslations('people.remove')
  const people = useTranslations('people')
  const { boot, place } = usePlace()
  const { remove } = useMemberChanges(place.project.id)
  const leavePlace = useLeavePlace()
  const [isAsking, setAsking] = useState(false)
  const name = formatPersonName(member)
  const isSelf = member.id === boot.user.id

  async function confirm() {
    await remove(member.id)
    if (isSelf) await leavePlace()
    else onRemoved()
  }

  return (
    <section aria-label={t('title')} className="mt-3 border-t border-line pt-4">
      <h3 className="text-section font-semibold">{t('title')}</h3>
      <p className="mt-1 mb-3 text-muted">{isLast ? people('lastAdmin') : t('hint')}</p>
      <Button look="danger" size="form" disabled={isLast} onClick={() => setAsking(true)}>
        {t('button')}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={t('question', { name })}
          hint={
            <div className="flex flex-col gap-3">
              <p>{isSelf ? t('self', { project: place.project.name }) : t('meaning', { name })}</p>
              <p>{t('stays')}</p>
              {ends ? <WhatEndsNote {...ends} /> : null}
            </div>
          }
          confirmLabel={t('button')}
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </section>
  )
}
