import { Suspense, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  changeActionRights,
  followDefault,
  giveOwnRights,
  setFieldRights,
} from '../../../core/rights/edit-rights.js'
import {
  type ActionConditionName,
  type ActionFlagName,
  actionFlagNames,
  type RightsDocument,
  readActionRights,
  readCollectionRights,
  readFieldRights,
} from '../../../core/rights/rights-document.js'
import type { UploadedAction, UploadedCollection } from '../../../core/rights/uploaded-schema.js'
import { Button } from '../../../ui/button.js'
import { Checkbox } from '../../../ui/checkbox.js'
import { Choice } from '../../../ui/choice.js'
import { Drawer, DrawerBody } from '../../../ui/drawer.js'
import { lazyPart } from '../../../ui/lazy-part.js'
import { SearchInput } from '../../../ui/search-input.js'
import { CollectionScopes } from './collection-scopes.js'
import { ConditionText } from './condition-text.js'
import { toEdited } from './rights-matrix.js'
import type { RightsSubject } from './rights-subject.js'

const ConditionDialog = lazyPart(() => import('./condition-dialog.js'))

interface CollectionDrawerProps {
  readonly environmentId: number
  readonly role: string
  readonly rights: RightsDocument
  readonly collection: UploadedCollection
  readonly subject: RightsSubject
  readonly onEdit: (edit: (rights: RightsDocument) => RightsDocument) => void
  readonly onClose: () => void
}

/** What a role may do with the fields and actions of a collection, and which records its teams reach. */
export function CollectionDrawer(props: CollectionDrawerProps) {
  const { environmentId, role, rights, collection, subject, onEdit, onClose } = props
  const t = useTranslations('roles')
  const app = useTranslations('app')
  const name = useId()
  const { isOwn } = readCollectionRights(rights, collection.name)
  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={collection.name}
      subject={t('rightsOf', { role })}
      closeLabel={app('close')}
    >
      <DrawerBody>
        <fieldset className="flex flex-col">
          <legend className="sr-only">{t('origin')}</legend>
          <Choice
            kind="radio"
            name={name}
            checked={!isOwn}
            onChange={() => onEdit(current => followDefault(current, collection.name))}
          >
            {t('followsDefault')}
          </Choice>
          <Choice
            kind="radio"
            name={name}
            checked={isOwn}
            onChange={() => onEdit(current => giveOwnRights(current, toEdited(collection)))}
          >
            {t('hasOwn')}
          </Choice>
        </fieldset>
        <Actions {...props} />
        <Fields {...props} />
        <CollectionScopes
          environmentId={environmentId}
          collection={collection.name}
          subject={subject}
        />
      </DrawerBody>
    </Drawer>
  )
}

const mostWithoutSearch = 12

function Fields({ rights, collection, onEdit }: CollectionDrawerProps) {
  const t = useTranslations('roles')
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const shown = collection.fields.filter(({ field }) => field.toLowerCase().includes(wanted))
  const edited = toEdited(collection)
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{t('fields')}</h3>
      <p className="text-small text-muted">{t('fieldsHint')}</p>
      {collection.fields.length > mostWithoutSearch ? (
        <SearchInput
          label={t('findField')}
          clearLabel={t('clear')}
          value={text}
          onChange={event => setText(event.target.value)}
          onClear={() => setText('')}
        />
      ) : null}
      <table className="w-full border-collapse">
        <caption className="sr-only">{t('fields')}</caption>
        <thead>
          <tr className="border-b border-line text-small text-muted">
            <th scope="col" className="py-1 text-left font-medium">
              {t('field')}
            </th>
            {(['read', 'edit'] as const).map(right => (
              <th key={right} scope="col" className="w-16 py-1 text-center font-medium">
                {t(`right.${right}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ field, isReadOnly }) => {
            const own = readFieldRights(rights, collection.name, field)
            return (
              <tr key={field} className="border-b border-line last:border-b-0">
                <th scope="row" className="h-8 max-w-0 truncate text-left font-normal">
                  {field}
                  {own.isOwn ? <span className="ml-1 text-accent">*</span> : null}
                </th>
                {(['read', 'edit'] as const).map(right => (
                  <td key={right} className="text-center [&>input]:mx-auto">
                    {right === 'edit' && isReadOnly ? (
                      <span className="text-small text-muted" title={t('readOnlyField')}>
                        –
                      </span>
                    ) : (
                      <Checkbox
                        label={t('cell', { name: field, right: t(`right.${right}`) })}
                        isChecked={own[right]}
                        onChange={({ isChecked }) =>
                          onEdit(current =>
                            setField(current, field, { ...own, [right]: isChecked }),
                          )
                        }
                      />
                    )}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )

  /** A field that allows what its collection allows follows it. */
  function setField(
    current: RightsDocument,
    field: string,
    { read, edit }: { readonly read: boolean; readonly edit: boolean },
  ): RightsDocument {
    const { rights: above } = readCollectionRights(current, collection.name)
    const isSame = read === above.read && edit === above.edit
    return setFieldRights(current, edited, field, isSame ? undefined : { read, edit })
  }
}

function Actions(props: CollectionDrawerProps) {
  const t = useTranslations('roles')
  const { collection } = props
  if (collection.actions.length === 0) return null
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold">{t('actions')}</h3>
      {collection.actions.map(action => (
        <ActionEditor key={action.name} {...props} action={action} />
      ))}
    </section>
  )
}

const conditions: Readonly<Partial<Record<ActionFlagName, ActionConditionName>>> = {
  trigger: 'triggerCondition',
  requireApproval: 'requireApprovalCondition',
  approve: 'approveCondition',
}

interface ActionEditorProps extends CollectionDrawerProps {
  readonly action: UploadedAction
}

function ActionEditor({ action, collection, rights, subject, onEdit }: ActionEditorProps) {
  const t = useTranslations('roles')
  const [opened, setOpened] = useState<ActionConditionName>()
  const own = readActionRights(rights, collection.name, action.name)
  const change = (next: Parameters<typeof changeActionRights>[3]) =>
    onEdit(current => changeActionRights(current, toEdited(collection), action.name, next))
  return (
    <fieldset className="flex flex-col gap-0.5 rounded-card border border-line px-3 pb-2">
      <legend className="px-1 font-medium">{action.name}</legend>
      {actionFlagNames.map(flag => {
        const name = conditions[flag]
        return (
          <div key={flag}>
            <Choice
              kind="checkbox"
              checked={own[flag]}
              onChange={event => change({ [flag]: event.target.checked })}
            >
              {t(`actionRight.${flag}`)}
            </Choice>
            {name && own[flag] ? (
              <div className="flex flex-wrap items-center gap-2 pb-1 pl-6 text-muted">
                <span className="min-w-0 wrap-anywhere">
                  {own[name] ? (
                    <ConditionText
                      subject={subject}
                      collection={collection.name}
                      action={action.name}
                      condition={own[name]}
                    />
                  ) : (
                    t('always')
                  )}
                </span>
                <Button look="ghost" onClick={() => setOpened(name)}>
                  {own[name] ? t('changeCondition') : t('addCondition')}
                </Button>
              </div>
            ) : null}
          </div>
        )
      })}
      {opened ? (
        <Suspense>
          <ConditionDialog
            title={t(`condition.${opened}`, { name: action.name })}
            subject={subject}
            collection={collection.name}
            action={action.name}
            condition={own[opened]}
            onChange={condition => change({ [opened]: condition })}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      ) : null}
    </fieldset>
  )
}
