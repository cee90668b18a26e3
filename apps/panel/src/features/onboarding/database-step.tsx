import { type FormEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { readAgentAddress } from '../../core/onboarding/agent-url.js'
import {
  type Database,
  databaseKinds,
  databases,
  type Host,
  hostNames,
  hosts,
  suggestAgentUrl,
} from '../../core/onboarding/stacks.js'
import { formatWizardAddress } from '../../core/onboarding/wizard-address.js'
import { request } from '../../data/service-api.js'
import { useErrorText } from '../../shell/use-error-text.js'
import { Button } from '../../ui/button.js'
import { describeField, Field } from '../../ui/field.js'
import { Input } from '../../ui/input.js'
import { CardChoice } from './card-choice.js'
import type { StepProps } from './find-target.js'

/** Which database, what the agent runs in, and where browsers reach it. */
export function DatabaseStep({ target, state }: StepProps) {
  const t = useTranslations('onboarding')
  const id = useId()
  const describe = useErrorText()
  const [database, setDatabase] = useState<Database>(state.database ?? 'postgresql')
  const [host, setHost] = useState<Host>(state.host ?? 'standalone')
  const [typedUrl, setUrl] = useState(target.environment.agentUrl ?? undefined)
  const [problem, setProblem] = useState<string>()
  const [isSending, setSending] = useState(false)
  const agentUrl = typedUrl ?? suggestAgentUrl(host)
  const help = t('agentUrlHelp')
  const problems = problem === undefined ? [] : [problem]

  async function proceed(event: FormEvent) {
    event.preventDefault()
    if (!readAgentAddress(agentUrl)) return setProblem(t('agentUrlWrong'))
    setSending(true)
    setProblem(undefined)
    try {
      if (agentUrl !== target.environment.agentUrl) {
        await request('PATCH', target.path, { agentUrl })
      }
      // A page may call only the agents that were known when it was loaded.
      window.location.assign(
        formatWizardAddress({
          step: 'connect',
          environmentId: target.environment.id,
          host,
          database,
        }),
      )
    } catch (error) {
      setProblem(describe(error))
      setSending(false)
    }
  }

  return (
    <form
      noValidate
      onSubmit={event => void proceed(event)}
      className="flex flex-col gap-6 rounded-card border border-line bg-surface p-4"
    >
      <CardChoice
        label={t('chooseDatabase')}
        value={database}
        onChange={setDatabase}
        options={databases.map(value => ({ value, label: databaseKinds[value].name }))}
      />
      <CardChoice
        label={t('chooseHost')}
        hint={t('chooseHostHint')}
        value={host}
        onChange={setHost}
        options={hosts.map(value => ({
          value,
          label: value === 'standalone' ? t('ownServer') : hostNames[value],
        }))}
      />
      <Field id={id} label={t('agentUrl')} help={help} problems={problems}>
        <Input
          id={id}
          label={t('agentUrl')}
          inputMode="url"
          aria-describedby={describeField(id, help, problems)}
          value={agentUrl}
          onChange={event => setUrl(event.target.value)}
        />
      </Field>
      <div>
        <Button type="submit" look="primary" size="form" disabled={isSending}>
          {t('showCode')}
        </Button>
      </div>
    </form>
  )
}
