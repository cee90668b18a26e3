import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { JobKind } from '../../../core/settings/job.js'
import { CheckField } from '../../../ui/check-field.js'
import { FormInput } from '../../../ui/form-input.js'
import { FormDialog } from '../parts/form-dialog.js'
import { useStartJob } from '../parts/use-start-job.js'

interface StartJobDialogProps {
  readonly kind: JobKind
  readonly onClose: () => void
}

/** What a job does, and what it can be told. */
export function StartJobDialog({ kind, onClose }: StartJobDialogProps) {
  const t = useTranslations('jobs')
  const start = useStartJob()
  const [archives, setArchives] = useState(false)
  const [anchors, setAnchors] = useState('')
  const expect = anchors.split(/[\s,]+/).filter(text => text !== '')
  const parameters = {
    ...(archives && { archives }),
    ...(expect.length > 0 && { expect }),
  }
  return (
    <FormDialog
      title={t(`start.${kind}`)}
      submitLabel={t('startButton')}
      onSubmit={() => start(kind, kind === 'verify-logs' ? parameters : {})}
      onClose={onClose}
    >
      <p>{t(`explained.${kind}`)}</p>
      {kind === 'verify-logs' ? (
        <>
          <CheckField
            label={t('archives')}
            hint={t('archivesHint')}
            isChecked={archives}
            onChange={setArchives}
          />
          <FormInput
            label={t('anchors')}
            help={t('anchorsHint')}
            value={anchors}
            onChange={setAnchors}
          />
        </>
      ) : null}
    </FormDialog>
  )
}
