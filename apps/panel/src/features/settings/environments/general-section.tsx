import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { usePlace } from '../../../data/place-context.js'
import { request } from '../../../data/service-api.js'
import { useServiceChange } from '../../../data/settings/use-service.js'
import LeaveDialog from '../../../shell/record/leave-dialog.js'
import { useToasts } from '../../../shell/toasts.js'
import { useErrorText } from '../../../shell/use-error-text.js'
import { useLeaving } from '../../../shell/use-leaving.js'
import { Button } from '../../../ui/button.js'
import { FormInput } from '../../../ui/form-input.js'
import { FormSelect } from '../../../ui/form-select.js'
import { SettingsSection } from '../parts/settings-section.js'
import { useFieldProblems } from '../parts/use-field-problems.js'
import { useReloadedPlace } from '../parts/use-reloaded-place.js'
import { type Environment, type EnvironmentKind, environmentKinds } from './environment.js'

interface GeneralSectionProps {
  readonly environment: Environment
  readonly path: string
  readonly listPath: string
  readonly isAdmin: boolean
  readonly mayChange: boolean
}

/** The name, the kind and the address of the agent. */
export function GeneralSection(props: GeneralSectionProps) {
  const { environment, path, listPath, isAdmin, mayChange } = props
  const t = useTranslations('environments')
  const record = useTranslations('record')
  const { place } = usePlace()
  const { show } = useToasts()
  const describeError = useErrorText()
  const reloadPlace = useReloadedPlace()
  const send = useServiceChange((body: object) => request('PATCH', path, body), [listPath])
  const [name, setName] = useState(environment.name)
  const [kind, setKind] = useState(environment.kind)
  const [agentUrl, setAgentUrl] = useState(environment.agentUrl ?? '')
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<string>()
  const { problems, clear, take } = useFieldProblems(['name', 'kind', 'agentUrl'], {
    environment_name_taken: ['name', t('nameTaken')],
  })
  const wantedUrl = agentUrl.trim() || null
  const change = {
    ...(name.trim() !== environment.name && { name: name.trim() }),
    ...(kind !== environment.kind && { kind }),
    ...(wantedUrl !== environment.agentUrl && { agentUrl: wantedUrl }),
  }
  const isChanged = Object.keys(change).length > 0
  const leaving = useLeaving(isChanged && !isSaving, () => {})
  const isGivenUp = environment.ownerId !== null && kind !== 'development'

  async function submit() {
    if (!isChanged || isSaving) return
    setSaving(true)
    setError(undefined)
    try {
      await send(change)
      const isRenamed = change.name !== undefined && environment.id === place.environment.id
      await reloadPlace(isRenamed ? { environment: name.trim() } : {})
      show({ kind: 'success', text: t('saved', { name: name.trim() }) })
    } catch (cause) {
      if (!take(cause)) setError(describeError(cause))
    }
    setSaving(false)
  }

  if (!mayChange) {
    return (
      <SettingsSection title={t('general')}>
        <p>
          <span className="text-muted">{t('agentUrl')}: </span>
          <span className="wrap-anywhere">{environment.agentUrl ?? t('noAddress')}</span>
        </p>
      </SettingsSection>
    )
  }
  return (
    <SettingsSection title={t('general')}>
      <form
        noValidate
        className="flex max-w-[520px] flex-col gap-4"
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
      >
        <FormInput
          label={t('name')}
          value={name}
          maxLength={100}
          help={t('nameHint')}
          problem={problems.name}
          onChange={value => {
            setName(value)
            clear('name')
          }}
        />
        {isAdmin ? (
          <FormSelect
            label={t('kind')}
            value={kind}
            options={environmentKinds.map(value => ({ value, label: t(`kinds.${value}`) }))}
            help={t('kindHint')}
            problem={problems.kind}
            onChange={value => setKind(value as EnvironmentKind)}
          />
        ) : null}
        {isGivenUp ? (
          <p className="rounded-control bg-warning-bg px-3 py-2">{t('givenUp')}</p>
        ) : null}
        <FormInput
          type="url"
          label={t('agentUrl')}
          value={agentUrl}
          placeholder="https://admin.example.com/service"
          help={t('agentUrlHint')}
          problem={problems.agentUrl}
          onChange={value => {
            setAgentUrl(value)
            clear('agentUrl')
          }}
        />
        {error === undefined ? null : (
          <p role="alert" className="wrap-anywhere text-danger">
            {error}
          </p>
        )}
        <div>
          <Button type="submit" size="form" look="primary" disabled={!isChanged || isSaving}>
            {t('save')}
          </Button>
        </div>
      </form>
      {leaving.isAsking ? (
        <LeaveDialog
          title={record('leaveTitle')}
          text={record('leaveText')}
          onStay={leaving.stay}
          onDiscard={leaving.leave}
        />
      ) : null}
    </SettingsSection>
  )
}
