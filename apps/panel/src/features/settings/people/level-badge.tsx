import { useTranslations } from 'use-intl'
import type { PermissionLevel } from '../../../core/settings/has-level.js'
import { Badge, type BadgeTone } from '../../../ui/badge.js'

const tones: Readonly<Record<PermissionLevel, BadgeTone>> = {
  user: 'hue-0',
  manager: 'hue-3',
  editor: 'hue-4',
  developer: 'info',
  admin: 'warning',
}

/** The level of a member, as a word with a colour. */
export function LevelBadge({ level }: { readonly level: PermissionLevel }) {
  const t = useTranslations('people')
  return <Badge tone={tones[level]}>{t(`levels.${level}`)}</Badge>
}
