import { useTranslations } from 'use-intl'
import { useSchema } from '../../data/use-schema.js'
import { useAddress } from '../../shell/use-address.js'
import { useIsPhone } from '../../shell/use-is-phone.js'
import { ActionsTab } from './actions-tab.js'
import { ColumnsTab } from './columns-tab.js'
import type { TabProps } from './editor-props.js'
import { chooseTab, type Tab, useEditor } from './editor-store.js'
import { FieldSettings } from './field-settings.js'
import { GeneralTab } from './general-tab.js'
import { NavigationGroups } from './navigation-groups.js'
import { RelatedTab } from './related-tab.js'
import { SectionsTab } from './sections-tab.js'
import { useCurrentCollection } from './use-editor-model.js'

const tabs: readonly Tab[] = [
  ...(['general', 'columns', 'detail', 'create', 'edit', 'related', 'actions'] as const),
  // On larger screens the sidebar is edited in its place.
  'navigation',
]

const rights =
  'https://github.com/service-back-office/service/blob/main/docs/operate/administration.md#rights'

/** Beside the screen: everything that the layout says about its collection. */
export default function EditorDrawer() {
  const t = useTranslations('layoutEditor')
  const { draft, tab, field } = useEditor()
  const { data } = useSchema()
  const { screen } = useAddress()
  const name = useCurrentCollection()
  const isPhone = useIsPhone()
  const model = data?.collections.get(field?.collection ?? name ?? '')
  const shown = model ? (tab ?? (screen.kind === 'record' ? 'detail' : 'columns')) : 'navigation'
  if (!draft || !data) return null
  const props = model && { layout: draft.layout, collections: data.collections, collection: model }
  const opened = field && model?.fields.get(field.field)
  return (
    <aside
      aria-label={t('drawer')}
      className="flex w-[360px] shrink-0 flex-col border-l border-line bg-surface max-lg:w-[320px] max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-30 max-md:h-[55dvh] max-md:w-full max-md:border-t max-md:border-l-0 max-md:shadow-float"
    >
      <h2 className="px-4 pt-3 text-section font-semibold">
        {model && shown !== 'navigation'
          ? t('drawerTitle', { name: model.label })
          : t(isPhone ? 'tab.navigation' : 'title')}
      </h2>
      <nav
        aria-label={t('parts')}
        className="flex flex-wrap gap-x-1 border-b border-line px-2 py-2"
      >
        {tabs
          .filter(each => (each === 'navigation' ? isPhone : model))
          .map(each => (
            <button
              key={each}
              type="button"
              aria-current={each === shown && !opened ? 'true' : undefined}
              onClick={() => chooseTab(each)}
              className="h-7 rounded-control px-2 font-medium text-muted hover:bg-hover hover:text-text aria-[current]:bg-selected aria-[current]:text-text pointer-coarse:h-11"
            >
              {t(`tab.${each}`)}
            </button>
          ))}
      </nav>
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto overscroll-contain px-4 py-3">
        {props && opened ? (
          <FieldSettings key={`${model.name} ${opened.name}`} {...props} field={opened} />
        ) : (
          <TabContent tab={shown} props={props} isPhone={isPhone} />
        )}
        <p className="mt-auto border-t border-line pt-3 text-small text-muted">
          {t.rich('taste', {
            link: words => (
              <a
                href={rights}
                target="_blank"
                rel="noreferrer"
                className="text-accent underline underline-offset-2"
              >
                {words}
              </a>
            ),
          })}
        </p>
      </div>
    </aside>
  )
}

interface TabContentProps {
  readonly tab: Tab
  readonly props: TabProps | undefined
  readonly isPhone: boolean
}

function TabContent({ tab, props, isPhone }: TabContentProps) {
  const t = useTranslations('layoutEditor')
  if (tab === 'navigation' || !props) {
    return isPhone ? <NavigationGroups /> : <p className="text-muted">{t('openCollection')}</p>
  }
  const key = props.collection.name
  switch (tab) {
    case 'general':
      return <GeneralTab key={key} {...props} />
    case 'columns':
      return <ColumnsTab key={key} {...props} />
    case 'related':
      return <RelatedTab key={key} {...props} />
    case 'actions':
      return <ActionsTab key={key} {...props} />
    default:
      return <SectionsTab key={`${key} ${tab}`} {...props} part={tab} />
  }
}
