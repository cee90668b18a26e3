import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { type SsoDraft, splitDomains } from '../../../core/settings/sso-draft.js'
import { request } from '../../../data/service-api.js'
import { ErrorView } from '../../../shell/error-view.js'
import { FormDialog } from '../parts/form-dialog.js'
import { Notice } from '../parts/notice.js'

interface ExcludedPeople {
  readonly memberCount: number
  readonly excludedCount: number
  readonly includesYou: boolean
  readonly people: readonly { readonly id: number; readonly email: string }[]
}

interface RequireDialogProps {
  readonly path: string
  readonly draft: SsoDraft
  /** Whether the provider is known to work. */
  readonly isTested: boolean
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}

/** Says who would be kept out before single sign-on is required. */
export function RequireDialog({ path, draft, isTested, onConfirm, onClose }: RequireDialogProps) {
  const t = useTranslations('sso')
  const allowedDomains = splitDomains(draft.domains)
  const { data, error, refetch } = useQuery({
    queryKey: ['service', `${path}/excluded-people`, allowedDomains],
    queryFn: ({ signal }) =>
      request<ExcludedPeople>('POST', `${path}/excluded-people`, { allowedDomains }, signal),
  })
  return (
    <FormDialog
      title={t('requireTitle')}
      submitLabel={t('requireButton')}
      look={data?.excludedCount === 0 ? 'primary' : 'danger'}
      isComplete={data !== undefined}
      onSubmit={onConfirm}
      onClose={onClose}
    >
      <p>{t('requireText')}</p>
      {error ? <ErrorView error={error} onRetry={() => void refetch()} /> : null}
      {data ? <Excluded people={data} /> : null}
      {isTested ? null : <Notice tone="warning">{t('notTested')}</Notice>}
      <p className="text-muted">{t('wayIn')}</p>
    </FormDialog>
  )
}

function Excluded({ people }: { readonly people: ExcludedPeople }) {
  const t = useTranslations('sso')
  const { memberCount, excludedCount, includesYou } = people
  if (excludedCount === 0) {
    return <Notice tone="success">{t('nobodyExcluded', { count: memberCount })}</Notice>
  }
  return (
    <Notice tone="warning">
      <p className="font-medium">{t('excluded', { count: excludedCount, total: memberCount })}</p>
      {includesYou ? <p className="font-medium">{t('excludesYou')}</p> : null}
      <ul>
        {people.people.map(({ id, email }) => (
          <li key={id}>{email}</li>
        ))}
      </ul>
      {excludedCount > people.people.length ? (
        <p>{t('moreExcluded', { count: excludedCount - people.people.length })}</p>
      ) : null}
    </Notice>
  )
}
