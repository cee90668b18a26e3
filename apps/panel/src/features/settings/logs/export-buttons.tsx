import { Download, Terminal } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { buildCurl } from '../../../core/logs/log-command.js'
import { buildLogQuery } from '../../../core/logs/log-state.js'
import { useLogPath } from '../../../data/settings/use-log.js'
import { Button } from '../../../ui/button.js'
import { copyText } from '../../../ui/copy-text.js'
import { saveByLink } from '../../../ui/save-by-link.js'
import type { LogAddress } from './use-log-address.js'
import { useLogPlace } from './use-log-place.js'

/** Saves what a log is limited to as a file, or copies the command that asks the public API for it. */
export function ExportButtons({ address: { log, state } }: { readonly address: LogAddress }) {
  const t = useTranslations('logs')
  const path = useLogPath(log)
  const place = useLogPlace()
  const [isCopied, setCopied] = useState(false)

  /** The browser saves the file while it arrives: neither the page nor the service holds all of it. */
  function save(format: 'ndjson' | 'csv') {
    const query = { ...buildLogQuery(log, state, new Date()), format }
    saveByLink(`${path}/export?${new URLSearchParams(query)}`)
  }

  async function copy() {
    setCopied(await copyText(buildCurl(log, place, buildLogQuery(log, state, new Date()))))
  }

  return (
    <>
      {(['ndjson', 'csv'] as const).map(format => (
        <Button
          key={format}
          look="ghost"
          icon={<Download size={14} aria-hidden="true" />}
          aria-label={t('export', { format: format.toUpperCase() })}
          onClick={() => save(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
      <Button
        look="ghost"
        icon={<Terminal size={14} aria-hidden="true" />}
        aria-label={t('copyCurl')}
        onClick={() => void copy()}
      >
        <span aria-live="polite">{isCopied ? t('copied') : 'cURL'}</span>
      </Button>
    </>
  )
}
