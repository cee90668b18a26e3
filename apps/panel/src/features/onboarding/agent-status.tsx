import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { formatDate } from '../../core/text/format-date.js'
import type { AgentState } from '../../data/onboarding/use-agent-state.js'
import { useDateStyle } from '../../data/use-date-style.js'

interface AgentStatusProps {
  readonly agent: AgentState
  /** The name of the environment. */
  readonly environment: string
}

/** Whether the agent is connected to the service, as it changes. */
export function AgentStatus({ agent, environment }: AgentStatusProps) {
  const t = useTranslations('onboarding')
  const style = useDateStyle()
  const { state, version, stack, collections, lastSeenAt } = agent
  const isReady = state === 'connected' && collections !== null
  const isEmpty = isReady && collections === 0
  const Icon = isEmpty || state === 'away' ? CircleAlert : isReady ? CircleCheck : LoaderCircle
  const node = stack
    ? `${stack.engine === 'nodejs' ? 'Node' : stack.engine} ${stack.engineVersion}`
    : '–'
  const seen = lastSeenAt ? formatDate(lastSeenAt, style) : ''
  const values = { environment, version: version ?? '–', node, collections: collections ?? 0, seen }
  const kind = isEmpty ? 'empty' : isReady ? 'ready' : state
  return (
    <section
      role="status"
      className="flex items-start gap-3 rounded-card border border-line bg-surface p-4"
    >
      <span
        className={
          isReady && !isEmpty ? 'text-success' : state === 'never' ? 'text-muted' : 'text-warning'
        }
      >
        <Icon size={18} aria-hidden="true" className={state === 'never' ? 'animate-spin' : ''} />
      </span>
      <div className="min-w-0">
        <p className="font-medium">{t(`agent.${kind}.title`, values)}</p>
        <p className="text-muted">{t(`agent.${kind}.hint`, values)}</p>
      </div>
    </section>
  )
}
