import type { BulkUpdatePreview } from '@service/protocol'
import { maxPreviousRecords } from '@service/protocol'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { BulkChanges } from '../../core/bulk-edit/bulk-update.js'
import { ApiError } from '../../data/api-error.js'
import { type BulkTarget, useBulkUpdate } from '../../data/use-bulk-update.js'
import { BusyFields } from '../../ui/busy-fields.js'
import { Button } from '../../ui/button.js'
import { Drawer, DrawerBody, DrawerFooter, DrawerForm, DrawerText } from '../../ui/drawer.js'
import { useErrorText } from '../use-error-text.js'
import { BulkFields, type FieldMessages } from './bulk-fields.js'
import { BulkRunView } from './bulk-run-view.js'
import { BulkSamples } from './bulk-samples.js'

export interface BulkEditProps extends BulkTarget {
  /** How many records are selected, where that is known. */
  readonly count: number | undefined
  readonly getTitle: (id: string) => string | undefined
  readonly onClose: () => void
}

type Step =
  | { readonly kind: 'fields' }
  | { readonly kind: 'preview'; readonly preview: BulkUpdatePreview }
  | { readonly kind: 'run'; readonly count: number }

/** Changes the selected records: fields and values, a dry run, the run and what came of it. */
export default function BulkEditDrawer(props: BulkEditProps) {
  const { source, count, getTitle, onClose } = props
  const t = useTranslations('bulkEdit')
  const { collection } = source
  const [changes, setChanges] = useState<BulkChanges>({})
  const [typing, setTyping] = useState<Readonly<Record<string, string>>>({})
  const [problems, setProblems] = useState<FieldMessages>({})
  const [step, setStep] = useState<Step>({ kind: 'fields' })
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const updates = useBulkUpdate(props)
  const describeError = useErrorText()
  const isReady = Object.keys(changes).length > 0 && Object.keys(typing).length === 0

  async function preview() {
    if (!isReady || isBusy) return
    setBusy(true)
    setError(undefined)
    setProblems({})
    try {
      setStep({ kind: 'preview', preview: await updates.preview(changes) })
    } catch (cause) {
      setProblems(cause instanceof ApiError ? cause.fields : {})
      setError(describeError(cause))
    }
    setBusy(false)
  }

  const subject = count === undefined ? t('allThatMatch') : t('records', { count })
  return (
    <Drawer
      isOpen
      onClose={() => {
        if (!isRunning) onClose()
      }}
      title={t('title', { name: collection.label })}
      subject={subject}
      closeLabel={t('close')}
      step={step.kind}
    >
      {step.kind === 'run' ? (
        <BulkRunView
          updates={updates}
          collection={collection}
          changes={changes}
          count={step.count}
          isUndoable={step.count <= maxPreviousRecords}
          getTitle={getTitle}
          onRunning={setRunning}
          onClose={onClose}
        />
      ) : (
        <DrawerForm
          onSubmit={() => {
            if (step.kind === 'fields') void preview()
            else setStep({ kind: 'run', count: step.preview.count })
          }}
        >
          {step.kind === 'fields' ? (
            <DrawerBody>
              <BusyFields isBusy={isBusy}>
                <BulkFields
                  collection={collection}
                  changes={changes}
                  problems={problems}
                  onChange={setChanges}
                  onTyping={setTyping}
                />
              </BusyFields>
            </DrawerBody>
          ) : (
            <DrawerText label={t('result')}>
              <BulkSamples
                preview={step.preview}
                collection={collection}
                changes={changes}
                getTitle={getTitle}
              />
            </DrawerText>
          )}
          <DrawerFooter>
            {error ? (
              <p role="alert" className="w-full min-w-0 wrap-anywhere text-danger">
                {error}
              </p>
            ) : null}
            {step.kind === 'fields' ? (
              <>
                <Button size="form" onClick={onClose}>
                  {t('cancel')}
                </Button>
                <Button size="form" look="primary" type="submit" disabled={!isReady || isBusy}>
                  {t('preview')}
                </Button>
              </>
            ) : (
              <>
                <Button size="form" onClick={() => setStep({ kind: 'fields' })}>
                  {t('back')}
                </Button>
                <Button
                  size="form"
                  look="primary"
                  type="submit"
                  disabled={step.preview.count === 0}
                >
                  {t('change', { count: step.preview.count })}
                </Button>
              </>
            )}
          </DrawerFooter>
        </DrawerForm>
      )}
    </Drawer>
  )
}
