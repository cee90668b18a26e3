import type { BootProject } from '@service/protocol'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { WizardState } from '../../core/onboarding/wizard-address.js'
import { formatWizardAddress } from '../../core/onboarding/wizard-address.js'
import { request } from '../../data/service-api.js'
import { useServiceData } from '../../data/settings/use-service.js'
import { bootKey } from '../../data/use-boot.js'
import { ErrorView } from '../../shell/error-view.js'
import { useErrorText } from '../../shell/use-error-text.js'
import { Button } from '../../ui/button.js'
import { describeField, Field } from '../../ui/field.js'
import { Input } from '../../ui/input.js'

interface ProjectStepProps {
  readonly projects: readonly BootProject[]
  readonly go: (next: WizardState) => void
}

interface Me {
  readonly isOwner: boolean
}

/** A project is made, or an environment of one is chosen that has no agent yet. */
export function ProjectStep({ projects, go }: ProjectStepProps) {
  const { data: me, error, refetch } = useServiceData<Me>('/api/me')
  if (error) return <ErrorView error={error} onRetry={() => void refetch()} />
  if (!me) return null
  return (
    <>
      {me.isOwner ? <NewProject go={go} /> : <NoOwner />}
      <Unconnected projects={projects} />
    </>
  )
}

function NewProject({ go }: Pick<ProjectStepProps, 'go'>) {
  const t = useTranslations('onboarding')
  const id = useId()
  const client = useQueryClient()
  const describe = useErrorText()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isSending, setSending] = useState(false)
  const problems = problem === undefined ? [] : [problem]

  async function create(event: FormEvent) {
    event.preventDefault()
    setSending(true)
    setProblem(undefined)
    try {
      const made = await request<{ readonly environment: { readonly id: number } }>(
        'POST',
        '/api/projects',
        { name },
      )
      await client.invalidateQueries({ queryKey: bootKey })
      go({ step: 'database', environmentId: made.environment.id })
    } catch (error) {
      setProblem(describe(error))
      setSending(false)
    }
  }

  return (
    <form
      noValidate
      onSubmit={event => void create(event)}
      className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4"
    >
      <p className="text-muted">{t('projectHint')}</p>
      <Field id={id} label={t('projectName')} help={t('projectNameHelp')} problems={problems}>
        <Input
          id={id}
          label={t('projectName')}
          aria-describedby={describeField(id, t('projectNameHelp'), problems)}
          value={name}
          onChange={event => setName(event.target.value)}
        />
      </Field>
      <div>
        <Button type="submit" look="primary" size="form" disabled={name.trim() === '' || isSending}>
          {t('createProject')}
        </Button>
      </div>
    </form>
  )
}

function NoOwner() {
  const t = useTranslations('onboarding')
  return (
    <div className="rounded-card border border-line bg-surface p-4">
      <p className="font-medium">{t('noOwner')}</p>
      <p className="mt-1 text-muted">{t('noOwnerHint')}</p>
    </div>
  )
}

/** Environments that the person may connect and that have no address of an agent yet. */
function Unconnected({ projects }: Pick<ProjectStepProps, 'projects'>) {
  const t = useTranslations('onboarding')
  const all = projects
    .filter(({ permissionLevel }) => permissionLevel === 'admin')
    .flatMap(({ name, environments }) =>
      environments
        .filter(({ agentUrl }) => agentUrl === null)
        .map(environment => ({ id: environment.id, label: `${name} / ${environment.name}` })),
    )
  if (all.length === 0) return null
  return (
    <section>
      <h2 className="mb-1 text-section font-semibold">{t('unconnected')}</h2>
      <ul>
        {all.map(({ id, label }) => (
          <li key={id}>
            <a
              href={formatWizardAddress({ step: 'database', environmentId: id })}
              className="text-accent hover:underline"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
