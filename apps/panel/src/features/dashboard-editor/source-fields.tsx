import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { FormSelect } from '../../ui/form-select.js'
import { lazyPart } from '../../ui/lazy-part.js'
import type { DraftProps } from './draft-props.js'
import { RecordFields } from './record-fields.js'

const CodeEditor = lazyPart(() => import('../../widgets/code/code-editor.js'))

/** What a chart reads, by its source. */
export function SourceFields(props: DraftProps) {
  switch (props.draft.source) {
    case 'records':
      return <RecordFields {...props} />
    case 'sql':
      return <QueryFields {...props} />
    case 'code':
      return <CodeFields {...props} />
    case 'ratio':
      return <RatioFields {...props} />
  }
}

function QueryFields({ draft, change, explain, model }: DraftProps) {
  const t = useTranslations('dashboards.editor')
  const kind = draft.kind as keyof typeof columnsByKind
  return (
    <>
      <FormSelect
        label={t('connection')}
        value={draft.connection}
        options={model.connections.map(name => ({ value: name, label: name }))}
        help={model.connections.length === 0 ? t('noConnections') : undefined}
        problem={explain('connection')}
        onChange={connection => change({ connection })}
      />
      <div className="flex flex-col gap-1">
        <span className="text-small font-medium text-muted">{t('query')}</span>
        <Suspense fallback={<div className="h-32" />}>
          <CodeEditor
            label={t('query')}
            text={draft.query}
            language="sql"
            isRequired
            isDisabled={false}
            isInvalid={explain('query') !== undefined}
            hasFocus={false}
            onChange={query => change({ query })}
          />
        </Suspense>
        <p className="text-small text-muted">
          {t('queryHint', { columns: columnsByKind[kind] ?? 'key, value' })}
        </p>
        {explain('query') ? <p className="text-small text-danger">{explain('query')}</p> : null}
      </div>
    </>
  )
}

const columnsByKind = {
  value: 'value, previous',
  objective: 'value, objective',
  percentage: 'value',
}

function CodeFields({ draft, change, explain, model }: DraftProps) {
  const t = useTranslations('dashboards.editor')
  return (
    <FormSelect
      label={t('codeChart')}
      value={draft.codeChart}
      options={model.charts.map(name => ({ value: name, label: name }))}
      help={model.charts.length === 0 ? t('noCodeCharts') : t('codeHint')}
      problem={explain('codeChart')}
      onChange={codeChart => change({ codeChart })}
    />
  )
}

function RatioFields({ draft, change, explain, charts, chart }: DraftProps) {
  const t = useTranslations('dashboards.editor')
  const options = charts
    .filter(({ id, definition }) => id !== chart?.id && definition.type === 'Value')
    .map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
      <FormSelect
        label={t('numerator')}
        value={draft.numerator}
        options={options}
        problem={explain('numerator')}
        onChange={numerator => change({ numerator })}
      />
      <FormSelect
        label={t('denominator')}
        value={draft.denominator}
        options={options}
        help={options.length < 2 ? t('ratioHint') : undefined}
        problem={explain('denominator')}
        onChange={denominator => change({ denominator })}
      />
    </div>
  )
}
