import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.js'
import { Notice } from '../parts/notice.js'
import type { IpRulesCheck } from './use-ip-rules-check.js'

interface OwnAddressProps {
  readonly check: IpRulesCheck | undefined
  readonly isEnabled: boolean
  /** Opens a new rule with one's own address. */
  readonly onAdd: (address: string) => void
}

/** One's own address as the service sees it, and whether the rules as they are now cover it. */
export function OwnAddress({ check, isEnabled, onAdd }: OwnAddressProps) {
  const t = useTranslations('ipRules')
  if (!check) return <div className="mb-6 min-h-9" />
  const { address, isAllowed, seenCount, outsideCount } = check
  return (
    <div className="mb-6">
      <Notice tone={isEnabled ? (isAllowed ? 'success' : 'warning') : 'info'}>
        <p>
          {t.rich(isEnabled ? (isAllowed ? 'covered' : 'notCovered') : 'yourAddress', {
            address,
            code: words => <code className="font-mono font-medium">{words}</code>,
          })}
        </p>
        {isEnabled && outsideCount > 0 ? (
          <p>{t('outside', { count: outsideCount, total: seenCount })}</p>
        ) : null}
        {isEnabled && isAllowed ? null : (
          <p className="mt-1">
            <Button onClick={() => onAdd(address)}>{t('addOwn')}</Button>
          </p>
        )}
      </Notice>
    </div>
  )
}
