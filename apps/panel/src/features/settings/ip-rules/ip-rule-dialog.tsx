import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type IpRule, parseIpRule } from '../../../core/settings/ip-rule.js'
import { FormInput } from '../../../ui/form-input.js'
import { FormDialog } from '../parts/form-dialog.js'

interface IpRuleDialogProps {
  readonly isNew: boolean
  readonly text: string
  readonly description: string
  readonly onKeep: (rule: IpRule) => void
  readonly onClose: () => void
}

export function IpRuleDialog(props: IpRuleDialogProps) {
  const { isNew, onKeep, onClose } = props
  const t = useTranslations('ipRules')
  const [text, setText] = useState(props.text)
  const [description, setDescription] = useState(props.description)
  const rule = parseIpRule(text, description)
  return (
    <FormDialog
      title={t(isNew ? 'newRule' : 'editRule')}
      submitLabel={t(isNew ? 'addRule' : 'changeRule')}
      isComplete={rule !== undefined}
      onSubmit={async () => {
        if (rule) onKeep(rule)
      }}
      onClose={onClose}
    >
      <FormInput
        label={t('addresses')}
        help={t('addressesHint')}
        placeholder="192.0.2.0/24"
        problem={text.trim() !== '' && !rule ? t('noRule') : undefined}
        value={text}
        onChange={setText}
      />
      <FormInput
        label={t('description')}
        placeholder={t('descriptionExample')}
        maxLength={200}
        value={description}
        onChange={setDescription}
      />
    </FormDialog>
  )
}
