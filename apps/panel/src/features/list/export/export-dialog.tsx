import { LockKeyhole } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { buildExportRequest, type ExportOptions } from '../../../core/list/list-request.js'
import { countSelected, emptySelection, type Selection } from '../../../core/list/selection.js'
import { canBeColumn } from '../../../core/schema/apply-layout.js'
import { formatCount } from '../../../core/text/format-number.js'
import { TooManyRecordsError, useExport } from '../../../data/use-export.js'
import { useToasts } from '../../../shell/toasts.js'
import { useErrorText } from '../../../shell/use-error-text.js'
import { Button } from '../../../ui/button.js'
import { CheckField } from '../../../ui/check-field.js'
import { Dialog } from '../../../ui/dialog.js'
import { Empty } from '../../../ui/empty.js'
import { RadioList } from '../../../ui/radio-list.js'
import { saveByLink } from '../../../ui/save-by-link.js'
import type { ExportProps } from './export-props.js'

interface ExportDialogProps extends ExportProps {
  readonly selection: Selection
  readonly onClose: () => void
}

type Choices = Pick<ExportOptions, 'columns' | 'header' | 'isSafe'> & {
  readonly rows: 'all' | 'selected'
}

/** Asks what to export and how; the browser then saves the file by itself. */
export default function ExportDialog(props: ExportDialogProps) {
  const { collection, onClose } = props
  const t = useTranslations('export')
  const app = useTranslations('app')
  const name = collection.label
  return (
    <Dialog isOpen onClose={onClose} title={t('title', { name })} closeLabel={app('close')}>
      {collection.rights.export ? (
        <ExportForm {...props} />
      ) : (
        <Empty
          icon={<LockKeyhole size={18} aria-hidden="true" />}
          title={t('refused', { name })}
          hint={t('refusedHint')}
        />
      )}
    </Dialog>
  )
}

function ExportForm(props: ExportDialogProps) {
  const { collections, collection, checked, count, selection, onClose } = props
  const t = useTranslations('export')
  const language = useLocale()
  const { show } = useToasts()
  const requestLink = useExport()
  const describeError = useErrorText()
  const hasSelection = selection !== emptySelection
  const [choices, setChoices] = useState<Choices>({
    rows: hasSelection ? 'selected' : 'all',
    columns: 'shown',
    header: 'labels',
    isSafe: true,
  })
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const set = (change: Partial<Choices>) => setChoices(before => ({ ...before, ...change }))
  const selected = countSelected(selection, count?.count)
  const fields = [...collection.fields.values()].filter(
    field => canBeColumn(field) && !field.isSecret,
  )

  async function submit() {
    setBusy(true)
    setProblem(undefined)
    try {
      const { rows, ...options } = choices
      const request = buildExportRequest({ collection }, checked, collections, {
        ...options,
        filename: collection.name,
        selection: rows === 'selected' ? selection : undefined,
      })
      saveByLink(await requestLink(request))
      show({ text: t('begun', { name: collection.label }), kind: 'success' })
      onClose()
    } catch (error) {
      setProblem(describe(error))
      setBusy(false)
    }
  }

  function describe(error: unknown): string {
    if (error instanceof TooManyRecordsError) return t('tooMany')
    return describeError(error)
  }

  return (
    <form
      className="flex flex-col gap-4 overflow-y-auto p-4"
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      {hasSelection ? (
        <RadioList
          label={t('rows')}
          value={choices.rows}
          onChange={rows => set({ rows })}
          options={[
            {
              value: 'selected',
              label:
                selected === undefined ? t('selectedAll') : t('selectedRows', { count: selected }),
            },
            {
              value: 'all',
              label: count
                ? t('allRowsCount', { count: formatCount(count, language) })
                : t('allRows'),
            },
          ]}
        />
      ) : null}
      <RadioList
        label={t('columns')}
        value={choices.columns}
        onChange={columns => set({ columns })}
        options={[
          { value: 'shown', label: t('shownColumns', { count: checked.columns.length }) },
          { value: 'all', label: t('allColumns', { count: fields.length }) },
        ]}
      />
      <RadioList
        label={t('header')}
        value={choices.header}
        onChange={header => set({ header })}
        options={[
          { value: 'labels', label: t('labels') },
          { value: 'names', label: t('names') },
        ]}
      />
      <CheckField
        label={t('safe')}
        hint={t('safeHint')}
        isChecked={choices.isSafe}
        onChange={isSafe => set({ isSafe })}
      />
      {problem === undefined ? null : (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
      <footer className="flex justify-end gap-2">
        <Button size="form" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button size="form" look="primary" type="submit" disabled={isBusy}>
          {t('submit')}
        </Button>
      </footer>
    </form>
  )
}
