import { Play } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  buildTestRun,
  readSegmentDraft,
  type SegmentDraft,
} from '../../../core/settings/segment-draft.js'
import type { PlaceModel } from '../../../data/use-schema.js'
import { type SegmentTest, useSegmentTest } from '../../../data/use-segment-test.js'
import { useErrorText } from '../../../shell/use-error-text.js'
import { Button } from '../../../ui/button.js'
import { FormInput } from '../../../ui/form-input.js'
import { FormSelect } from '../../../ui/form-select.js'
import { lazyPart } from '../../../ui/lazy-part.js'
import { FormDialog } from '../parts/form-dialog.js'

const CodeEditor = lazyPart(() => import('../../../widgets/code/code-editor.js'))

interface SegmentFormProps {
  readonly title: string
  readonly first: SegmentDraft
  readonly model: PlaceModel
  readonly onSave: (draft: SegmentDraft) => Promise<unknown>
  readonly onClose: () => void
}

/** Defines a segment by a query, which can be tried before it is saved. */
export function SegmentForm({ title, first, model, onSave, onClose }: SegmentFormProps) {
  const t = useTranslations('segments')
  const [draft, setDraft] = useState(first)
  const test = useSegmentTest()
  const complete = readSegmentDraft(draft)
  const change = (next: Partial<SegmentDraft>) => {
    test.forget()
    setDraft(current => ({ ...current, ...next }))
  }
  const collections = [...model.collections.values()]
  return (
    <FormDialog
      title={title}
      submitLabel={t('save')}
      shape="wide"
      isComplete={complete !== undefined}
      onSubmit={() => (complete ? onSave(complete) : Promise.resolve())}
      onClose={onClose}
    >
      <FormInput
        label={t('name')}
        value={draft.name}
        maxLength={100}
        onChange={name => change({ name })}
      />
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <FormSelect
          label={t('collection')}
          value={draft.collectionName}
          options={collections.map(({ name, label }) => ({ value: name, label }))}
          onChange={collectionName => change({ collectionName })}
        />
        <FormSelect
          label={t('connection')}
          value={draft.connectionName}
          options={model.connections.map(name => ({ value: name, label: name }))}
          onChange={connectionName => change({ connectionName })}
        />
      </div>
      <div className="flex flex-col gap-1">
        <span className="text-small font-medium text-muted">{t('query')}</span>
        <Suspense fallback={<div className="h-32" />}>
          <CodeEditor
            label={t('query')}
            text={draft.query}
            language="sql"
            isRequired
            isDisabled={false}
            isInvalid={test.result.kind === 'failed'}
            hasFocus={false}
            onChange={query => change({ query })}
          />
        </Suspense>
        <p className="text-small text-muted">{t('queryHint')}</p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          icon={<Play size={14} aria-hidden="true" />}
          disabled={buildTestRun(draft) === undefined || test.result.kind === 'running'}
          onClick={() => void test.run(draft)}
        >
          {t('test')}
        </Button>
        <TestResult result={test.result} />
      </div>
    </FormDialog>
  )
}

function TestResult({ result }: { readonly result: SegmentTest }) {
  const t = useTranslations('segments')
  const describeError = useErrorText()
  return (
    <p role="status" className="min-w-0 flex-1 wrap-anywhere">
      {result.kind === 'running' ? t('running') : null}
      {result.kind === 'counted' ? t('counted', { count: result.count ?? 0 }) : null}
      {result.kind === 'failed' ? (
        <span className="text-danger">{describeError(result.error)}</span>
      ) : null}
    </p>
  )
}
