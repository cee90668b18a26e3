import { useContext } from 'react'
import { useTranslations } from 'use-intl'
import { formatAddress } from '../core/places/address.js'
import { findRuleArea, findRuleWords } from '../core/settings/rule-area.js'
import type { RefusalRule } from '../data/api-error.js'
import { PlaceContext } from '../data/place-context.js'

/** Which rule refused something; for administrators also why, and where it is set. */
export default function RuleHint({ rule }: { readonly rule: RefusalRule }) {
  const t = useTranslations('rules')
  const current = useContext(PlaceContext)
  const area = findRuleArea(rule.kind)
  const isAdmin = current?.place.project.permissionLevel === 'admin'
  const tell = (name: string) => (typeof rule[name] === 'string' ? rule[name] : '–')
  return (
    <div className="flex flex-col gap-1 text-small text-muted wrap-anywhere">
      <p>
        {t(`kinds.${findRuleWords(rule.kind)}`, {
          role: tell('role'),
          right: tell('right'),
          collection: tell('collection'),
          field: tell('field'),
          action: tell('action'),
          level: tell('level'),
          own: tell('own'),
          team: tell('team'),
          address: tell('address'),
        })}
      </p>
      {typeof rule.reason === 'string' ? <p>{t('reason', { reason: rule.reason })}</p> : null}
      {current && isAdmin && area !== undefined ? (
        <p>
          <a
            className="text-accent underline"
            href={formatAddress({ ...current.names, screen: { kind: 'settings', area } })}
          >
            {t('open')}
          </a>
        </p>
      ) : null}
    </div>
  )
}
