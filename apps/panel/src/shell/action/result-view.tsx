import { CircleCheck, ExternalLink, FileDown, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { CollectionModel } from '../../core/schema/collection-model.js'
import { formatSize } from '../../core/text/format-number.js'
import { toSafeLink } from '../../core/text/safe-link.js'
import type { RanAction } from '../../data/run-action.js'
import { Button } from '../../ui/button.js'
import { HtmlFrame } from '../../ui/html-frame.js'
import { saveBlob } from '../../widgets/file/save-blob.js'
import { WebhookView } from './webhook-view.js'

interface ResultViewProps {
  readonly ran: RanAction
  readonly collection: CollectionModel
}

/** What an action returned. */
export function ResultView({ ran, collection }: ResultViewProps) {
  const t = useTranslations('actions')
  const language = useLocale()
  const { result, file } = ran
  if (result.kind === 'webhook') return <WebhookView call={result} />
  if (result.kind === 'file') {
    return (
      <>
        <Outcome icon={<FileDown size={18} aria-hidden="true" />}>
          {t('saved', { name: result.name, size: formatSize(file?.size ?? 0, language) })}
        </Outcome>
        <div>
          <Button onClick={() => file && saveBlob(file, result.name)}>{t('saveAgain')}</Button>
        </div>
      </>
    )
  }
  if (result.kind === 'redirect') return <RedirectView to={result.to} />
  if (result.kind !== 'message') return null
  const { message, html, refreshed } = result
  const names = refreshed.map(name => collection.fields.get(name)?.label ?? name)
  return (
    <>
      <Outcome icon={<CircleCheck size={18} aria-hidden="true" />}>{message || t('done')}</Outcome>
      {html ? (
        <section aria-label={t('fromAction')} className="rounded-card border border-line p-3">
          <HtmlFrame html={html} title={t('fromAction')} />
        </section>
      ) : null}
      {names.length > 0 ? (
        <p className="flex items-center gap-2 text-small text-muted">
          <RefreshCw size={12} aria-hidden="true" />
          {t('reloaded', { names: names.join(', ') })}
        </p>
      ) : null}
    </>
  )
}

interface OutcomeProps {
  readonly icon: ReactNode
  readonly children: ReactNode
}

/** How it went, in a sentence. */
export function Outcome({ icon, children }: OutcomeProps) {
  return (
    <div className="flex items-start gap-3">
      <span className="flex size-8 shrink-0 items-center justify-center rounded-full bg-success-bg text-success">
        {icon}
      </span>
      <p role="status" className="min-w-0 flex-1 pt-1.5 text-form font-medium break-words">
        {children}
      </p>
    </div>
  )
}

/** An address outside of the panel is shown before somebody opens it. */
function RedirectView({ to }: { readonly to: string }) {
  const t = useTranslations('actions')
  const address = toSafeLink(to)
  if (!address) return null
  return (
    <>
      <Outcome icon={<CircleCheck size={18} aria-hidden="true" />}>{t('opensAddress')}</Outcome>
      <p className="rounded-card bg-sunken p-3 font-mono break-all">{address}</p>
      <a
        href={address}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex h-8 items-center gap-1.5 self-start rounded-control bg-accent px-3 text-form font-medium text-on-accent hover:underline pointer-coarse:min-h-11"
      >
        <ExternalLink size={14} aria-hidden="true" />
        {t('openAddress', { host: new URL(address).host })}
      </a>
    </>
  )
}
