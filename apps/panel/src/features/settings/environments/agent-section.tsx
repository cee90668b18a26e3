import { useTranslations } from 'use-intl'
import { Moment } from '../parts/moment.js'
import { SettingsSection } from '../parts/settings-section.js'
import { AgentBadge } from './agent-badge.js'
import type { AgentState } from './environment.js'

/** Whether the agent is connected, and what it is. */
export function AgentSection({ agent }: { readonly agent: AgentState }) {
  const t = useTranslations('environments.agent')
  const { lastSeenAt, version, stack, collections, schemaAt } = agent
  const facts = [
    [t('lastSeen'), <Moment key="seen" value={lastSeenAt} />],
    [t('version'), version],
    [t('stack'), stack && `${stack.engine} ${stack.engineVersion}`],
    [t('collections'), collections],
    [t('schema'), schemaAt && <Moment key="schema" value={schemaAt} />],
  ] as const
  return (
    <SettingsSection title={t('title')} buttons={<AgentBadge agent={agent} />}>
      {agent.state === 'never' ? (
        <p className="text-muted">{t('neverHint')}</p>
      ) : (
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
          {facts.map(([label, value]) =>
            value === null ? null : (
              <div key={label} className="contents">
                <dt className="text-muted">{label}</dt>
                <dd className="wrap-anywhere">{value}</dd>
              </div>
            ),
          )}
        </dl>
      )}
    </SettingsSection>
  )
}
