import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { LogProof } from '../../../core/logs/log-entry.js'
import { formatNumber } from '../../../core/text/format-number.js'
import type { LogAddress } from './use-log-address.js'

interface EntryProofProps {
  readonly proof: LogProof
  readonly address: LogAddress
}

/** Where an entry is in the hash chain, and whether the chain around it is unchanged. */
export function EntryProof({ proof, address }: EntryProofProps) {
  const t = useTranslations('logs.proof')
  const language = useLocale()
  const id = useId()
  const { seq, lastSeq, verified, problems } = proof
  const isIntact = problems.length === 0
  const format = (value: number) => formatNumber(value, language)
  const Icon = isIntact ? ShieldCheck : ShieldAlert
  return (
    <section
      aria-labelledby={id}
      className={`rounded-card p-3 ${isIntact ? 'bg-success-bg' : 'bg-danger-bg'}`}
    >
      <h3
        id={id}
        className={`flex items-center gap-2 font-medium ${isIntact ? 'text-success' : 'text-danger'}`}
      >
        <Icon size={16} aria-hidden="true" className="shrink-0" />
        {t(isIntact ? 'intact' : 'broken')}
      </h3>
      <p className="mt-1 text-text">
        {t('verified', {
          first: format(verified.firstSeq),
          last: format(verified.lastSeq),
        })}
      </p>
      {isIntact ? null : (
        <ul className="mt-2 flex flex-col gap-1 text-text wrap-anywhere">
          {problems.map(problem => (
            <li key={`${problem.seq} ${problem.message}`}>
              {problem.message}{' '}
              {problem.createdAt === address.openedAt ? null : (
                <a
                  href={address.buildHref(address.state, problem.createdAt)}
                  className="text-text underline underline-offset-2"
                >
                  {t('show', { seq: format(problem.seq) })}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      <dl className="mt-2 grid grid-cols-[112px_minmax(0,1fr)] gap-x-3 gap-y-1 text-small text-text">
        <dt>{t('position')}</dt>
        <dd>{t('positionOf', { seq: format(seq), last: format(lastSeq) })}</dd>
        <dt>{t('hash')}</dt>
        <dd>
          <code className="font-mono wrap-anywhere">{proof.hash}</code>
        </dd>
        <dt>{t('previousHash')}</dt>
        <dd>
          <code className="font-mono wrap-anywhere">
            {proof.previousHash === '' ? t('none') : proof.previousHash}
          </code>
        </dd>
      </dl>
    </section>
  )
}
