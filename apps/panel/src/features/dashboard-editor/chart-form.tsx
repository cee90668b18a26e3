import type { Chart } from '@service/protocol'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type ChartKind, chartKinds } from '../../core/charts/chart-data.js'
import {
  type ChartDraft,
  type ChartSource,
  checkDraft,
  type DraftPart,
  emptyDraft,
  readDraft,
  sourcesByKind,
} from '../../core/charts/chart-draft.js'
import type { ChartVariables } from '../../core/charts/chart-variables.js'
import { useDashboardChanges } from '../../data/use-dashboard-changes.js'
import { useRested } from '../../data/use-rested.js'
import type { PlaceModel } from '../../data/use-schema.js'
import { useErrorText } from '../../shell/use-error-text.js'
import { Button } from '../../ui/button.js'
import { Drawer, DrawerBody, DrawerFooter, DrawerForm } from '../../ui/drawer.js'
import { FormInput } from '../../ui/form-input.js'
import { FormSelect } from '../../ui/form-select.js'
import type { DraftProps } from './draft-props.js'
import { PreviewCard } from './preview-card.js'
import { SourceFields } from './source-fields.js'

interface ChartFormProps extends Pick<DraftProps, 'chart' | 'charts' | 'model' | 'filters'> {
  readonly variables: ChartVariables
  readonly onSaved: (chart: Chart) => void
  readonly onClose: () => void
}

/** Defines a chart, with a preview of what it shows. */
export function ChartForm(props: ChartFormProps) {
  const { chart, charts, model, filters, variables, onSaved, onClose } = props
  const t = useTranslations('dashboards.editor')
  const app = useTranslations('app')
  const { writeChart } = useDashboardChanges()
  const describeError = useErrorText()
  const [draft, setDraft] = useState(() => (chart ? readDraft(chart) : emptyDraft))
  const [isTried, setTried] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string>()
  const checked = checkDraft(draft, model.collections)
  const wrong: readonly DraftPart[] = [
    ...(draft.name.trim() === '' ? (['name'] as const) : []),
    ...checked.wrong,
  ]
  const change = (next: Partial<ChartDraft>) => {
    setProblem(undefined)
    setDraft(current => ({ ...current, ...next }))
  }
  const explain = (part: DraftPart) => {
    if (!wrong.includes(part)) return undefined
    // What is there and wrong is said at once, what is missing when somebody saves.
    if (draft[part] !== '') return t(part === 'filterText' ? 'filterWrong' : 'wrong')
    return isTried ? t('missing') : undefined
  }

  async function save() {
    setTried(true)
    const { definition, display } = checked
    if (wrong.length > 0 || !definition) return
    setSaving(true)
    try {
      const content = { name: draft.name.trim(), definition, ...(display && { display }) }
      onSaved(await writeChart(content, chart?.id))
    } catch (error) {
      setProblem(describeError(error))
      setSaving(false)
    }
  }

  const fields: DraftProps = { chart, charts, model, filters, draft, change, explain }
  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={chart ? t('editChart') : t('newChart')}
      subject={chart?.name}
      closeLabel={app('close')}
    >
      <DrawerForm onSubmit={() => void save()}>
        <DrawerBody>
          <FormInput
            label={t('chartName')}
            value={draft.name}
            maxLength={100}
            problem={explain('name')}
            onChange={name => change({ name })}
          />
          <KindFields {...fields} />
          <SourceFields {...fields} />
          <DisplayFields {...fields} />
          <Preview
            text={JSON.stringify({
              name: draft.name || t('newChart'),
              definition: checked.definition,
              display: checked.display,
            })}
            charts={charts}
            model={model}
            variables={variables}
          />
        </DrawerBody>
        <DrawerFooter>
          {problem ? (
            <p role="alert" className="mr-auto text-small text-danger">
              {problem}
            </p>
          ) : null}
          <Button size="form" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button size="form" look="primary" type="submit" disabled={isSaving}>
            {t('saveChart')}
          </Button>
        </DrawerFooter>
      </DrawerForm>
    </Drawer>
  )
}

function KindFields({ draft, change }: DraftProps) {
  const t = useTranslations('dashboards.editor')
  const sources = sourcesByKind[draft.kind]
  return (
    <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
      <FormSelect
        label={t('kind')}
        value={draft.kind}
        options={chartKinds.map(kind => ({ value: kind, label: t(`kinds.${kind}`) }))}
        onChange={value => {
          const kind = value as ChartKind
          const known = sourcesByKind[kind]
          const source = known.includes(draft.source) ? draft.source : (known[0] ?? 'code')
          change({ kind, source })
        }}
      />
      <FormSelect
        label={t('source')}
        value={draft.source}
        options={sources.map(source => ({ value: source, label: t(`sources.${source}`) }))}
        onChange={source => change({ source: source as ChartSource })}
      />
    </div>
  )
}

function DisplayFields({ draft, change, explain }: DraftProps) {
  const t = useTranslations('dashboards.editor')
  if (draft.kind === 'smart' || draft.kind === 'percentage') return null
  return (
    <div className="grid grid-cols-3 gap-3">
      <FormInput
        label={t('currency')}
        placeholder="EUR"
        maxLength={3}
        value={draft.currency}
        problem={explain('currency')}
        onChange={currency => change({ currency: currency.toUpperCase() })}
      />
      <FormInput
        label={t('unit')}
        placeholder="kg"
        maxLength={20}
        value={draft.unit}
        onChange={unit => change({ unit })}
      />
      <FormInput
        label={t('decimals')}
        type="number"
        value={draft.decimals}
        problem={explain('decimals')}
        onChange={decimals => change({ decimals })}
      />
    </div>
  )
}

interface PreviewProps {
  /** The chart as JSON. */
  readonly text: string
  readonly charts: readonly Chart[]
  readonly model: PlaceModel
  readonly variables: ChartVariables
}

/** Each preview is a query of the database: it waits until the person rests. */
const previewRest = 700

function Preview({ text, charts, model, variables }: PreviewProps) {
  const t = useTranslations('dashboards.editor')
  const rested = useRested(text, previewRest)
  const chart = useMemo(() => JSON.parse(rested) as Partial<Chart>, [rested])
  const { definition, name = '', display } = chart
  return (
    <section aria-label={t('preview')} className="flex flex-col gap-1">
      <h3 className="text-small font-medium text-muted">{t('preview')}</h3>
      {definition ? (
        <PreviewCard
          chart={{ name, definition, ...(display && { display }) }}
          charts={charts}
          collections={model.collections}
          variables={variables}
          height={168}
        />
      ) : (
        <p className="rounded-card border border-line border-dashed p-4 text-center text-muted">
          {t('previewWaits')}
        </p>
      )}
    </section>
  )
}
