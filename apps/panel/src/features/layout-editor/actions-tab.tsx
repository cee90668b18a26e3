import { useTranslations } from 'use-intl'
import { getCollectionLayout } from '../../core/layout/change-layout.js'
import {
  orderActions,
  setActionHidden,
  setActionOrder,
  setActionPrimary,
} from '../../core/layout/edit-actions.js'
import { usePlainSchema } from '../../data/use-plain-schema.js'
import { CheckField } from '../../ui/check-field.js'
import type { TabProps } from './editor-props.js'
import { edit } from './editor-store.js'
import { OrderedList } from './ordered-list.js'

/** The actions of a collection: their order, which are buttons of their own, which are hidden. */
export function ActionsTab({ layout, collection: { name } }: TabProps) {
  const t = useTranslations('layoutEditor')
  const schema = usePlainSchema()
  const actions = schema?.collections.find(each => each.name === name)?.actions ?? []
  const { primary = [], hidden = [] } = getCollectionLayout(layout, name).actions ?? {}
  const ordered = orderActions(
    layout,
    name,
    actions.map(action => action.name),
  )
  const shown = ordered.filter(each => !hidden.includes(each))
  if (actions.length === 0) return <p className="text-muted">{t('actions.none')}</p>
  return (
    <>
      <p className="text-muted">{t('actions.hint')}</p>
      <OrderedList
        label={t('tab.actions')}
        items={[...shown, ...ordered.filter(each => hidden.includes(each))].map(key => ({
          key,
          label: key,
          isHidden: hidden.includes(key),
          extra: hidden.includes(key) ? null : (
            <CheckField
              label={t('actions.primary')}
              isChecked={primary.includes(key)}
              onChange={isOn => edit(each => setActionPrimary(each, name, key, isOn))}
            />
          ),
        }))}
        onOrder={keys =>
          edit(each =>
            setActionOrder(each, name, [...keys, ...ordered.filter(key => hidden.includes(key))]),
          )
        }
        onToggle={key => edit(each => setActionHidden(each, name, key, !hidden.includes(key)))}
      />
    </>
  )
}
