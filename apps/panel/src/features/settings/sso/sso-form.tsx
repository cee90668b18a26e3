import type { BootProject } from '@service/protocol'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  buildProvider,
  buildSso,
  isProviderComplete,
  isSsoComplete,
  type SsoDraft,
  type SsoSettings,
  type SsoStatus,
  startSsoDraft,
} from '../../../core/settings/sso-draft.js'
import { request } from '../../../data/service-api.js'
import { useServiceChange } from '../../../data/settings/use-service.js'
import { useToasts } from '../../../shell/toasts.js'
import { useErrorText } from '../../../shell/use-error-text.js'
import { Badge } from '../../../ui/badge.js'
import { BusyFields } from '../../../ui/busy-fields.js'
import { Button } from '../../../ui/button.js'
import { CheckField } from '../../../ui/check-field.js'
import { FormInput } from '../../../ui/form-input.js'
import { ConfirmDialog } from '../parts/confirm-dialog.js'
import { CopyLine } from '../parts/copy-line.js'
import { SettingsSection } from '../parts/settings-section.js'
import { UnsavedGuard } from '../parts/unsaved-guard.js'
import { NewcomerFields } from './newcomer-fields.js'
import { ProviderChecks, type ProviderTest } from './provider-checks.js'
import { RequireDialog } from './require-dialog.js'
import { SignInOnce } from './sign-in-once.js'

interface SsoFormProps {
  readonly project: Pick<BootProject, 'id' | 'name'>
  readonly path: string
  readonly status: SsoStatus
  /** Undefined while the project is not connected. */
  readonly settings: SsoSettings | undefined
  readonly isRepair: boolean
  readonly onStored: (() => void) | undefined
}

/** The connection of a project to its identity provider: filled in, tested, saved, tried. */
export function SsoForm(props: SsoFormProps) {
  const { project, path, status, settings, isRepair, onStored } = props
  const t = useTranslations('sso')
  const { show } = useToasts()
  const describeError = useErrorText()
  const [draft, setDraft] = useState(() => startSsoDraft(settings))
  const [test, setTest] = useState<ProviderTest>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [asked, setAsked] = useState<'require' | 'end'>()
  const problemId = useId()
  const change = (next: Partial<SsoDraft>) => {
    setDraft({ ...draft, ...next })
    if ('issuer' in next || 'clientId' in next || 'clientSecret' in next) setTest(undefined)
  }
  const isDirty = JSON.stringify(draft) !== JSON.stringify(startSsoDraft(settings))
  const send = useServiceChange(
    (method: 'PUT' | 'DELETE', body?: object) => request(method, path, body),
    [path],
  )

  async function run(work: () => Promise<void>) {
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(describeError(error))
    } finally {
      setBusy(false)
    }
  }
  const runTest = () =>
    run(async () => setTest(await request('POST', `${path}/test`, buildProvider(draft))))
  const store = async () => {
    await send('PUT', buildSso(draft))
    show({ text: t(settings ? 'saved' : 'connected'), kind: 'success' })
    onStored?.()
  }
  const isNewlyRequired = draft.isRequired && !settings?.isRequired
  const save = () => (isNewlyRequired ? setAsked('require') : void run(store))

  return (
    <>
      <UnsavedGuard isDirty={isDirty && !isBusy} />
      <SettingsSection
        title={t('provider')}
        hint={t('providerHint')}
        buttons={
          settings ? (
            <Badge tone={settings.isRequired ? 'info' : 'success'}>
              {t(settings.isRequired ? 'stateRequired' : 'stateConnected')}
            </Badge>
          ) : undefined
        }
      >
        <form
          noValidate
          aria-describedby={problemId}
          className="flex max-w-[640px] flex-col gap-4"
          onSubmit={event => {
            event.preventDefault()
            if (isSsoComplete(draft) && !isBusy) save()
          }}
        >
          <CopyLine
            label={t('redirectUri')}
            value={status.redirectUri}
            help={t('redirectUriHint')}
          />
          <BusyFields isBusy={isBusy}>
            <FormInput
              label={t('issuer')}
              help={t('issuerHint')}
              placeholder="https://id.example.com"
              type="url"
              value={draft.issuer}
              onChange={issuer => change({ issuer })}
            />
            <FormInput
              label={t('clientId')}
              value={draft.clientId}
              onChange={clientId => change({ clientId })}
            />
            <FormInput
              label={t('clientSecret')}
              type="password"
              help={t(settings?.hasClientSecret ? 'secretKept' : 'secretHint')}
              value={draft.clientSecret}
              onChange={clientSecret => change({ clientSecret })}
            />
            <FormInput
              label={t('domains')}
              help={t('domainsHint')}
              placeholder="example.com"
              value={draft.domains}
              onChange={domains => change({ domains })}
            />
            {isRepair ? null : (
              <NewcomerFields projectId={project.id} draft={draft} onChange={change} />
            )}
            <CheckField
              label={t('required')}
              hint={t('requiredHint')}
              isChecked={draft.isRequired}
              onChange={isRequired => change({ isRequired })}
            />
          </BusyFields>
          {test ? <ProviderChecks test={test} /> : null}
          <div id={problemId} role="alert" className="empty:hidden">
            {problem === undefined ? null : <p className="wrap-anywhere text-danger">{problem}</p>}
          </div>
          <div className="flex flex-wrap gap-2">
            <Button
              size="form"
              disabled={!isProviderComplete(draft) || isBusy}
              onClick={() => void runTest()}
            >
              {t('test')}
            </Button>
            <Button
              size="form"
              look="primary"
              type="submit"
              disabled={!isSsoComplete(draft) || !isDirty || isBusy}
            >
              {t(settings ? 'save' : 'connect')}
            </Button>
          </div>
        </form>
      </SettingsSection>
      {settings ? (
        <>
          <SignInOnce project={project} status={status} isDirty={isDirty} />
          <SettingsSection
            title={t('end')}
            hint={t('endHint')}
            buttons={
              <Button look="danger" onClick={() => setAsked('end')}>
                {t('endButton')}
              </Button>
            }
          />
        </>
      ) : null}
      {asked === 'require' ? (
        <RequireDialog
          path={path}
          draft={draft}
          isTested={test?.isUsable === true || status.isSessionOfProvider}
          onConfirm={store}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
      {asked === 'end' ? (
        <ConfirmDialog
          title={t('endTitle')}
          hint={t('endWarning')}
          confirmLabel={t('endButton')}
          typed={project.name}
          onConfirm={async () => {
            await send('DELETE')
            onStored?.()
          }}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </>
  )
}
