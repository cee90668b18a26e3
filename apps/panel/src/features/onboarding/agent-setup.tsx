import { useId, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { buildEnvFile, formatSecret } from '../../core/onboarding/build-env-file.js'
import { buildSnippets, type Choice } from '../../core/onboarding/build-snippets.js'
import { databaseKinds } from '../../core/onboarding/stacks.js'
import { basePath } from '../../core/places/base-path.js'
import { request } from '../../data/service-api.js'
import { useErrorText } from '../../shell/use-error-text.js'
import { Button } from '../../ui/button.js'
import { describeField, Field } from '../../ui/field.js'
import { Input } from '../../ui/input.js'
import { CodeBlock } from './code-block.js'

interface AgentSetupProps {
  /** The path of the environment at the service. */
  readonly path: string
  readonly choice: Choice
  /** Whether no agent uses a secret of the environment yet. */
  readonly isNew: boolean
}

interface Secrets {
  readonly envSecret: string
  readonly authSecret: string
}

const hidden = '…'

/** What turns an empty folder into an agent. Nothing that is entered here is sent anywhere. */
export function AgentSetup({ path, choice, isNew }: AgentSetupProps) {
  const t = useTranslations('onboarding')
  const id = useId()
  const { exampleUrl, protocols } = databaseKinds[choice.database]
  const [typedUrl, setUrl] = useState('')
  const { secrets, make, problem } = useSecrets(path, isNew)
  const { install, files, start } = useMemo(() => buildSnippets(choice), [choice])
  const databaseUrl = typedUrl.trim() || exampleUrl
  const isOther = !protocols.some(protocol => databaseUrl.startsWith(protocol))
  const problems = isOther ? [t('databaseUrlWrong', { example: exampleUrl })] : []
  const env = buildEnvFile({
    serverUrl: window.location.origin + basePath,
    envSecret: secrets?.envSecret ?? hidden,
    authSecret: secrets?.authSecret ?? hidden,
    databaseUrl,
    agentUrl: choice.agentUrl,
  })
  const help = t('databaseUrlHelp')
  return (
    <section className="flex flex-col gap-4">
      <p className="text-muted">{t('setupHint')}</p>
      <CodeBlock title={t('install')} text={install} />
      <Field id={id} label={t('databaseUrl')} help={help} problems={problems}>
        <Input
          id={id}
          label={t('databaseUrl')}
          inputMode="url"
          placeholder={exampleUrl}
          aria-describedby={describeField(id, help, problems)}
          value={typedUrl}
          onChange={event => setUrl(event.target.value)}
        />
      </Field>
      {secrets ? null : (
        <div className="flex flex-col gap-2 rounded-card border border-warning bg-warning-bg p-3">
          <p className="text-text">{isNew ? t('secretHint') : t('secretAgainHint')}</p>
          <div>
            <Button look="primary" size="form" onClick={make}>
              {t('makeSecret')}
            </Button>
          </div>
          {problem === undefined ? null : (
            <p role="alert" className="text-danger">
              {problem}
            </p>
          )}
        </div>
      )}
      <CodeBlock
        title=".env"
        hint={secrets ? t('envHint') : undefined}
        text={env}
        isIncomplete={!secrets}
      />
      {files.map(file => (
        <CodeBlock key={file.path} title={file.path} text={file.text} />
      ))}
      <CodeBlock title={t('start')} text={start} />
    </section>
  )
}

/** The secret of the environment comes from the service, once; that of sessions is made here. */
function useSecrets(path: string, isNew: boolean) {
  const describe = useErrorText()
  const [secrets, setSecrets] = useState<Secrets>()
  const [problem, setProblem] = useState<string>()
  async function make() {
    setProblem(undefined)
    try {
      const body = { overlapHours: isNew ? 0 : 24 }
      const { secret } = await request<{ readonly secret: string }>('POST', `${path}/secret`, body)
      const authSecret = formatSecret(crypto.getRandomValues(new Uint8Array(32)))
      setSecrets({ envSecret: secret, authSecret })
    } catch (error) {
      setProblem(describe(error))
    }
  }
  return { secrets, problem, make: () => void make() }
}
