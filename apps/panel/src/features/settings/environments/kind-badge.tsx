import { useTranslations } from 'use-intl'
import { Badge, type BadgeTone } from '../../../ui/badge.js'
import type { EnvironmentKind } from './environment.js'

const tones: Readonly<Record<EnvironmentKind, BadgeTone>> = {
  production: 'danger',
  staging: 'warning',
  development: 'info',
}

export function KindBadge({ kind }: { readonly kind: EnvironmentKind }) {
  const t = useTranslations('environments')
  return <Badge tone={tones[kind]}>{t(`kinds.${kind}`)}</Badge>
}
