import { CircleCheck, CircleDashed, CircleHelp, CircleX } from 'lucide-react'
import { useTranslations } from 'use-intl'

type Status = 'passed' | 'failed' | 'unknown' | 'skipped'

/** What the service found out about a provider. */
export interface ProviderTest {
  readonly isUsable: boolean
  readonly checks: readonly {
    readonly name: (typeof checkNames)[number]
    readonly status: Status
    readonly problem: string | null
    readonly message: string
  }[]
}

const checkNames = ['discovery', 'issuer', 'endpoints', 'keys', 'redirectUri', 'client'] as const

/** What is wrong, by the name that the service gives it. */
const problems = [
  'unreachable',
  'timeout',
  'no_document',
  'invalid_document',
  'other_issuer',
  'unusable_endpoint',
  'no_keys',
  'redirect_refused',
  'client_refused',
] as const

const icons: Readonly<Record<Status, { Icon: typeof CircleX; className: string }>> = {
  passed: { Icon: CircleCheck, className: 'text-success' },
  failed: { Icon: CircleX, className: 'text-danger' },
  unknown: { Icon: CircleHelp, className: 'text-warning' },
  skipped: { Icon: CircleDashed, className: 'text-faint' },
}

/** The checks of a provider one by one, and in words what to mend. */
export function ProviderChecks({ test }: { readonly test: ProviderTest }) {
  const t = useTranslations('sso')
  return (
    <section aria-label={t('testResult')} className="rounded-card border border-line">
      <p role="status" className="border-b border-line px-3 py-2 font-medium">
        {t(test.isUsable ? 'usable' : 'unusable')}
      </p>
      <ul className="flex flex-col py-1">
        {test.checks.map(({ name, status, problem, message }) => {
          const { Icon, className } = icons[status]
          const known = problems.find(each => each === problem)
          return (
            <li key={name} className="flex gap-2 px-3 py-1">
              <span className={`flex h-5 items-center ${className}`}>
                <Icon size={14} aria-hidden="true" />
              </span>
              <span className="min-w-0 wrap-anywhere">
                {t(`checks.${name}`)}
                <span className="sr-only">: {t(`status.${status}`)}</span>
                {status === 'failed' ? (
                  <span className="block text-small text-danger">
                    {known ? t(`problems.${known}`) : message}
                  </span>
                ) : null}
                {status === 'unknown' ? (
                  <span className="block text-small text-muted">{t('unknownHint')}</span>
                ) : null}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
