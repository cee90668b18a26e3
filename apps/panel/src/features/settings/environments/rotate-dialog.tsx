import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormSelect } from '../../../ui/form-select.js'
import { FormDialog } from '../parts/form-dialog.js'

interface RotateDialogProps {
  /** Whether a secret works now. */
  readonly hasSecrets: boolean
  readonly onRotate: (overlapHours: number) => Promise<void>
  readonly onClose: () => void
}

const overlaps = ['24', '168', '1', '0'] as const

/** Asks how long the secrets so far go on. */
export function RotateDialog({ hasSecrets, onRotate, onClose }: RotateDialogProps) {
  const t = useTranslations('environments.secrets')
  const [hours, setHours] = useState<(typeof overlaps)[number]>('24')
  return (
    <FormDialog
      title={t('create')}
      submitLabel={t('create')}
      onSubmit={() => onRotate(Number(hours))}
      onClose={onClose}
    >
      <p>{t('createHint')}</p>
      {hasSecrets ? (
        <FormSelect
          label={t('overlap')}
          value={hours}
          options={overlaps.map(value => ({ value, label: t(`overlaps.${value}`) }))}
          help={hours === '0' ? t('gap') : t('noGap')}
          onChange={value => setHours(value as (typeof overlaps)[number])}
        />
      ) : null}
    </FormDialog>
  )
}
