import { useId } from 'react'
import { useTranslations } from 'use-intl'
import type { StoredRights } from '../../../core/rights/rights-draft.js'
import { Button } from '../../../ui/button.js'
import { Segment } from '../../../ui/choice.js'
import { Select } from '../../../ui/select.js'

const views = ['role', 'collection'] as const
export type RightsView = (typeof views)[number]

interface ViewChoiceProps {
  readonly view: RightsView
  readonly onChange: (view: RightsView) => void
}

/** One role in all collections, or one collection for all roles. */
export function ViewChoice({ view, onChange }: ViewChoiceProps) {
  const t = useTranslations('roles')
  const name = useId()
  return (
    <fieldset className="flex rounded-control bg-sunken p-0.5">
      <legend className="sr-only">{t('view')}</legend>
      {views.map(each => (
        <Segment key={each} name={name} checked={view === each} onChange={() => onChange(each)}>
          {t(`by.${each}`)}
        </Segment>
      ))}
    </fieldset>
  )
}

interface RoleSelectProps {
  readonly label: string
  readonly roles: readonly StoredRights[]
  /** The words of the option for none. */
  readonly noneLabel?: string
  readonly value: string
  readonly onChange: (value: string) => void
}

export function RoleSelect({ label, roles, noneLabel, value, onChange }: RoleSelectProps) {
  return (
    <Select label={label} value={value} onChange={onChange}>
      {noneLabel === undefined ? null : <option value="">{noneLabel}</option>}
      {roles.map(({ role }) => (
        <option key={role.id} value={role.id}>
          {role.name}
        </option>
      ))}
    </Select>
  )
}

interface UnsavedProps {
  readonly count: number
  readonly onDiscard: () => void
  readonly onReview: () => void
}

/** How much is not saved yet, and what to do about it. */
export function Unsaved({ count, onDiscard, onReview }: UnsavedProps) {
  const t = useTranslations('roles')
  return (
    <div role="status" className="ml-auto flex flex-wrap items-center gap-2">
      {count > 0 ? (
        <>
          <span className="text-warning">{t('unsaved', { count })}</span>
          <Button look="ghost" onClick={onDiscard}>
            {t('discard')}
          </Button>
          <Button look="primary" onClick={onReview}>
            {t('review')}
          </Button>
        </>
      ) : null}
    </div>
  )
}
