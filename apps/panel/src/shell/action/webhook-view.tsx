import { CircleAlert, CircleCheck, LoaderCircle, Webhook } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ActionResult } from '../../core/forms/action-result.js'
import { Button } from '../../ui/button.js'
import { type WebhookAnswer, WebhookFrame } from '../../ui/webhook-frame.js'

type WebhookCall = Extract<ActionResult, { kind: 'webhook' }>

/** Hosts that the person agreed to call; forgotten with the page. */
const confirmedHosts = new Set<string>()

/** A webhook that an action asks this browser to call: confirmed the first time per host. */
export function WebhookView({ call }: { readonly call: WebhookCall }) {
  const t = useTranslations('actions')
  const { host } = new URL(call.url)
  const [isConfirmed, setConfirmed] = useState(() => confirmedHosts.has(host))
  const [answer, setAnswer] = useState<WebhookAnswer>()
  const address = (
    <p className="rounded-card bg-sunken p-3 font-mono break-all">
      {call.method} {call.url}
    </p>
  )
  if (!isConfirmed) {
    return (
      <>
        <p className="flex items-start gap-2 text-form">
          <Webhook size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-muted" />
          <span className="min-w-0 flex-1">{t('webhook.ask', { host })}</span>
        </p>
        {address}
        <p className="text-small text-muted">{t('webhook.hint')}</p>
        <div>
          <Button
            look="primary"
            size="form"
            onClick={() => {
              confirmedHosts.add(host)
              setConfirmed(true)
            }}
          >
            {t('webhook.call', { host })}
          </Button>
        </div>
      </>
    )
  }
  const isGood =
    answer?.outcome === 'unreadable' || (answer?.outcome === 'answered' && answer.status < 400)
  return (
    <>
      <p role="status" className="flex items-start gap-2 text-form font-medium">
        {answer === undefined ? (
          <LoaderCircle size={16} aria-hidden="true" className="mt-0.5 shrink-0 animate-spin" />
        ) : isGood ? (
          <CircleCheck size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-success" />
        ) : (
          <CircleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-danger" />
        )}
        <span className="min-w-0 flex-1">
          {answer === undefined
            ? t('webhook.calling', { host })
            : t(`webhook.${answer.outcome}`, {
                host,
                status: answer.outcome === 'answered' ? answer.status : 0,
              })}
        </span>
      </p>
      {address}
      {answer === undefined ? <WebhookFrame call={call} onResult={setAnswer} /> : null}
    </>
  )
}
