import type { WireCustomization } from '@service/protocol'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Collections } from '../../../core/schema/collection-model.js'
import {
  type ActionDraft,
  type ActionKind,
  type ActionScope,
  scopesByKind,
  writeAction,
} from '../../../core/settings/codeless-action.js'
import { FormInput } from '../../../ui/form-input.js'
import { FormSelect } from '../../../ui/form-select.js'
import { FormDialog } from '../parts/form-dialog.js'
import { FieldValues } from './field-values.js'

interface ActionFormProps {
  readonly title: string
  readonly first: ActionDraft
  readonly collections: Collections
  readonly onSave: (action: WireCustomization) => Promise<unknown>
  readonly onClose: () => void
}

const noFields = new Map<string, never>()

/** Defines an action without code: what it runs on, and what it writes or calls. */
export function ActionForm({ title, first, collections, onSave, onClose }: ActionFormProps) {
  const t = useTranslations('codelessActions')
  const [draft, setDraft] = useState(first)
  const change = (next: Partial<ActionDraft>) => setDraft(current => ({ ...current, ...next }))
  const fields = collections.get(draft.collectionName)?.fields ?? noFields
  const action = writeAction(draft, fields)
  return (
    <FormDialog
      title={title}
      submitLabel={t('save')}
      shape="wide"
      isComplete={action !== undefined}
      onSubmit={() => (action ? onSave(action) : Promise.resolve())}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <FormInput
          label={t('name')}
          value={draft.name}
          maxLength={100}
          onChange={name => change({ name })}
        />
        <FormSelect
          label={t('collection')}
          value={draft.collectionName}
          options={[...collections.values()].map(({ name, label }) => ({ value: name, label }))}
          onChange={collectionName => change({ collectionName })}
        />
        <FormSelect
          label={t('kind')}
          value={draft.kind}
          options={Object.keys(scopesByKind).map(kind => ({
            value: kind,
            label: t(`kinds.${kind as ActionKind}`),
          }))}
          onChange={value => change(chooseKind(value as ActionKind, draft.scope))}
        />
        <FormSelect
          label={t('scope')}
          value={draft.scope}
          options={scopesByKind[draft.kind].map(scope => ({
            value: scope,
            label: t(`scopes.${scope}`),
          }))}
          onChange={scope => change({ scope: scope as ActionScope })}
        />
      </div>
      {draft.kind === 'webhook' ? (
        <>
          <FormInput
            label={t('url')}
            value={draft.url}
            type="url"
            help={t('urlHint')}
            placeholder="https://"
            onChange={url => change({ url })}
          />
          <FormInput
            label={t('integration')}
            value={draft.integration}
            maxLength={100}
            help={t('integrationHint')}
            onChange={integration => change({ integration })}
          />
        </>
      ) : (
        <FieldValues
          values={draft.fields}
          fields={fields}
          onChange={values => change({ fields: values })}
        />
      )}
      <p className="text-small text-muted">{t('rightsHint')}</p>
    </FormDialog>
  )
}

/** The scope stays when the kind has it, too. */
const chooseKind = (kind: ActionKind, scope: ActionScope): Partial<ActionDraft> => ({
  kind,
  scope: scopesByKind[kind].includes(scope) ? scope : 'single',
})
