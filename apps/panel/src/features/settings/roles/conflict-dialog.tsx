import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { getConflictKey, type RebasedDraft } from '../../../core/rights/rights-draft.js'
import { Segment } from '../../../ui/choice.js'
import { FormDialog } from '../parts/form-dialog.js'
import { CellName } from './change-lines.js'

interface RightsConflictDialogProps {
  readonly rebased: RebasedDraft
  /** Decides for mine where the key of the conflict is among these. */
  readonly onDecide: (kept: ReadonlySet<string>) => void
  readonly onClose: () => void
}

/** Two administrators changed the same: one decides what is kept. Nothing is saved by that. */
export function RightsConflictDialog({ rebased, onDecide, onClose }: RightsConflictDialogProps) {
  const t = useTranslations('roles')
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  return (
    <FormDialog
      title={t('conflictTitle')}
      shape="wide"
      submitLabel={t('continue')}
      onSubmit={async () => onDecide(kept)}
      onClose={onClose}
    >
      <p>{t('conflictHint')}</p>
      <ul className="flex flex-col gap-2">
        {rebased.conflicts.map(conflict => (
          <ConflictLine
            key={getConflictKey(conflict)}
            conflict={conflict}
            isMine={kept.has(getConflictKey(conflict))}
            onChoose={isMine => {
              const next = new Set(kept)
              if (isMine) next.add(getConflictKey(conflict))
              else next.delete(getConflictKey(conflict))
              setKept(next)
            }}
          />
        ))}
      </ul>
    </FormDialog>
  )
}

interface ConflictLineProps {
  readonly conflict: RebasedDraft['conflicts'][number]
  readonly isMine: boolean
  readonly onChoose: (isMine: boolean) => void
}

function ConflictLine({ conflict, isMine, onChoose }: ConflictLineProps) {
  const t = useTranslations('roles')
  const name = useId()
  const { role, subject, mine, theirs } = conflict
  const where = subject.kind === 'default' ? t('default') : subject.collection
  return (
    <li className="flex flex-wrap items-center gap-2 rounded-control border border-line px-3 py-2">
      <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
        {`${role.name} · ${where} · `}
        {subject.kind === 'listing' ? (
          (subject.field ?? subject.action ?? t('allRights'))
        ) : (
          <CellName cell={subject} />
        )}
      </span>
      <fieldset className="flex rounded-control bg-sunken p-0.5">
        <legend className="sr-only">{t('keep')}</legend>
        <Segment name={name} checked={!isMine} onChange={() => onChoose(false)}>
          {`${t('theirs')}${formatOnly(theirs)}`}
        </Segment>
        <Segment name={name} checked={isMine} onChange={() => onChoose(true)}>
          {`${t('mine')}${formatOnly(mine)}`}
        </Segment>
      </fieldset>
    </li>
  )

  function formatOnly(changes: typeof mine): string {
    const [change, ...more] = changes
    if (more.length > 0 || typeof change?.after !== 'boolean') return ''
    return `: ${t(change.after ? 'yes' : 'no')}`
  }
}
