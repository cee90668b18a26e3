import { useTranslations } from 'use-intl'
import { formatAddress } from '../../core/places/address.js'
import { useAgentState } from '../../data/onboarding/use-agent-state.js'
import { ErrorView } from '../../shell/error-view.js'
import { AgentSetup } from './agent-setup.js'
import { AgentStatus } from './agent-status.js'
import { ConnectionTest } from './connection-test.js'
import type { StepProps } from './find-target.js'
import { useConnectionTest } from './use-connection-test.js'

/** The code of the agent, whether it is connected, and whether this page reaches it. */
export function ConnectStep({ target, state, go }: StepProps) {
  const t = useTranslations('onboarding')
  const { data: environment, error, refetch } = useAgentState(target.path)
  const test = useConnectionTest(target, environment)
  const { host, database } = state
  if (error && !environment) return <ErrorView error={error} onRetry={() => void refetch()} />
  if (!environment || !host || !database) return null
  const { agent, agentUrl } = environment
  return (
    <>
      <AgentSetup
        path={target.path}
        choice={{ host, database, agentUrl: agentUrl ?? '' }}
        isNew={agent.state === 'never'}
      />
      <AgentStatus agent={agent} environment={environment.name} />
      <ConnectionTest
        agentUrl={agentUrl}
        test={test}
        onChangeAddress={() => go({ ...state, step: 'database' })}
      />
      {test.diagnosis?.kind === 'works' && agent.collections !== 0 ? (
        <p className="flex flex-wrap gap-3">
          <a
            href={formatAddress({
              project: String(target.project.id),
              environment: String(target.environment.id),
              screen: { kind: 'home' },
            })}
            className="inline-flex h-8 items-center rounded-control bg-accent px-3 text-form font-medium text-on-accent pointer-coarse:min-h-11"
          >
            {t('openData')}
          </a>
          <button
            type="button"
            onClick={() => go({ ...state, step: 'people' })}
            className="inline-flex h-8 items-center rounded-control border border-line bg-surface px-3 text-form font-medium hover:bg-hover pointer-coarse:min-h-11"
          >
            {t('invite')}
          </button>
        </p>
      ) : null}
    </>
  )
}
