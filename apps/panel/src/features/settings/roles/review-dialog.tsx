import { useFormatter, useTranslations } from 'use-intl'
import type { RightsDraft, RightsToSave } from '../../../core/rights/rights-draft.js'
import { formatPersonName } from '../../../core/text/format-person-name.js'
import { useProjectPeople } from '../../../data/settings/use-rights.js'
import { FormDialog } from '../parts/form-dialog.js'
import { ChangeLines } from './change-lines.js'
import type { RightsSubject } from './rights-subject.js'

interface ReviewDialogProps {
  readonly environment: string
  readonly draft: RightsDraft
  readonly toSave: readonly RightsToSave[]
  readonly subject: RightsSubject
  readonly onSave: () => Promise<unknown>
  readonly onClose: () => void
}

/** Every cell that is about to be saved, before and after, and whom it concerns. */
export function ReviewDialog(props: ReviewDialogProps) {
  const { environment, draft, toSave, subject, onSave, onClose } = props
  const t = useTranslations('roles')
  return (
    <FormDialog
      title={t('reviewTitle', { environment })}
      shape="wide"
      submitLabel={t('save')}
      onSubmit={onSave}
      onClose={onClose}
    >
      <p className="text-muted">{t('reviewHint')}</p>
      {toSave.map(({ role, rights, changes }) => (
        <section key={role.id} aria-label={role.name}>
          <h3 className="text-section font-semibold">{role.name}</h3>
          <Concerned roleId={role.id} />
          <ChangeLines
            changes={changes}
            before={draft.get(role.id)?.base.rights ?? rights}
            after={rights}
            subject={subject}
          />
        </section>
      ))}
    </FormDialog>
  )
}

const mostNamed = 8

/** The people who have the role. */
function Concerned({ roleId }: { readonly roleId: number }) {
  const t = useTranslations('roles')
  const format = useFormatter()
  const people = useProjectPeople().data?.data
  if (!people) return null
  const names = people.filter(({ role }) => role.id === roleId).map(formatPersonName)
  const named = names.slice(0, mostNamed)
  return (
    <p className="mb-2 text-muted">
      {t('concerned', { count: names.length })}
      {named.length > 0 ? `: ${format.list(named)}${names.length > mostNamed ? '…' : ''}` : null}
    </p>
  )
}
