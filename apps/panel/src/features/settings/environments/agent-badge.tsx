import { useTranslations } from 'use-intl'
import { Badge, type BadgeTone } from '../../../ui/badge.js'
import type { AgentState } from './environment.js'

const tones: Readonly<Record<AgentState['state'], BadgeTone>> = {
  connected: 'success',
  away: 'danger',
  never: 'hue-0',
}

export function AgentBadge({ agent }: { readonly agent: AgentState }) {
  const t = useTranslations('environments')
  return <Badge tone={tones[agent.state]}>{t(`agent.${agent.state}`)}</Badge>
}
