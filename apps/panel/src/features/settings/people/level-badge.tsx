import { useTranslations } from 'use-intl'
import type { PermissionLevel } from '../../../core/settings/has-level.js'
import { Badge, type BadgeTone } from '../../../ui/badge.js'

const tones: Readonly<Partial<Record<PermissionLevel, BadgeTone>>> = {
  manager: 'hue-3',
  editor: 'hue-4',
  developer: 'info',
  admin: 'warning',
}

/** The level of a member, as a word; those above the least with a colour. */
export function LevelBadge({ level }: { readonly level: PermissionLevel }) {
  const t = useTranslations('people')
  const tone = tones[level]
  const name = t(`levels.${level}`)
  return tone ? <Badge tone={tone}>{name}</Badge> : <span className="text-muted">{name}</span>
}
