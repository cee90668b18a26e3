import { Autocomplete } from '@base-ui/react/autocomplete'
import { useRouter } from '@tanstack/react-router'
import { CornerDownLeft, FileText, Search, Table2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { formatAddress } from '../../core/places/address.js'
import { getRecordTitle } from '../../core/record/record-title.js'
import { usePlace } from '../../data/place-context.js'
import { useRecordSearch } from '../../data/use-record-search.js'
import { useSchema } from '../../data/use-schema.js'
import { Dialog } from '../../ui/dialog.js'
import { Kbd } from '../../ui/kbd.js'
import { useAllCommands } from '../commands.js'
import { formatKeys } from '../format-keys.js'

interface PaletteItem {
  readonly id: string
  readonly label: string
  readonly hint?: string
  readonly keys?: string | undefined
  readonly icon: ReactNode
  readonly run: () => void
}

interface PaletteGroup {
  readonly value: string
  readonly items: readonly PaletteItem[]
}

/** Finds records, collections and commands. */
export default function Palette({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('palette')
  const app = useTranslations('app')
  const [text, setText] = useState('')
  const { groups, isSearching } = usePaletteGroups(text)
  return (
    <Dialog isOpen onClose={onClose} title={t('open')} closeLabel={app('close')} shape="top">
      <Autocomplete.Root
        open
        inline
        items={groups}
        filter={null}
        autoHighlight="always"
        keepHighlight
        value={text}
        onValueChange={setText}
        itemToStringValue={(item: PaletteItem) => item.label}
      >
        <div className="flex h-12 shrink-0 items-center gap-3 border-b border-line px-4">
          <Search size={16} aria-hidden="true" className="text-faint" />
          <Autocomplete.Input
            aria-label={t('placeholder')}
            placeholder={t('placeholder')}
            className="h-full flex-1 bg-transparent text-form outline-none placeholder:text-faint"
          />
          {isSearching ? <span className="text-small text-faint">{t('searching')}</span> : null}
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1">
          <Autocomplete.Empty>
            <p className="px-3 py-6 text-center text-muted empty:hidden">{t('nothing')}</p>
          </Autocomplete.Empty>
          <Autocomplete.List>
            {(group: PaletteGroup) => (
              <Autocomplete.Group key={group.value} items={group.items} className="pb-1">
                <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 text-small font-medium text-faint">
                  {group.value}
                </Autocomplete.GroupLabel>
                <Autocomplete.Collection>
                  {(item: PaletteItem) => (
                    <Autocomplete.Item
                      key={item.id}
                      value={item}
                      onClick={() => {
                        onClose()
                        item.run()
                      }}
                      className="flex h-9 cursor-default items-center gap-3 rounded-control px-3 outline-none select-none data-[highlighted]:bg-hover pointer-coarse:h-11"
                    >
                      <span className="text-faint">{item.icon}</span>
                      <span className="min-w-0 flex-1 truncate">{item.label}</span>
                      {item.hint ? (
                        <span className="text-small text-muted">{item.hint}</span>
                      ) : null}
                      {item.keys ? <Kbd keys={formatKeys(item.keys)} /> : null}
                    </Autocomplete.Item>
                  )}
                </Autocomplete.Collection>
              </Autocomplete.Group>
            )}
          </Autocomplete.List>
        </div>
        <p className="border-t border-line px-4 py-2 text-small text-faint">{t('hint')}</p>
      </Autocomplete.Root>
    </Dialog>
  )
}

const iconSize = 14

function usePaletteGroups(text: string) {
  const t = useTranslations('palette')
  const { names } = usePlace()
  const { history } = useRouter()
  const { data } = useSchema()
  const commands = useAllCommands()
  const { found, isSearching } = useRecordSearch(text)
  const wanted = text.trim().toLowerCase()
  const isWanted = (label: string) => label.toLowerCase().includes(wanted)
  const collections = [...(data?.collections.values() ?? [])]
  const groups: PaletteGroup[] = [
    {
      value: t('records'),
      items: found.map(({ record, collection }) => ({
        id: `record ${record.collection} ${record.id}`,
        label: getRecordTitle(record, collection),
        hint: collection.label,
        icon: <FileText size={iconSize} aria-hidden="true" />,
        run: () =>
          history.push(
            formatAddress({
              ...names,
              screen: { kind: 'record', collection: record.collection, id: record.id },
            }),
          ),
      })),
    },
    {
      value: t('goTo'),
      items: collections
        .filter(({ label }) => isWanted(label))
        .slice(0, 8)
        .map(({ name, label }) => ({
          id: `collection ${name}`,
          label,
          icon: <Table2 size={iconSize} aria-hidden="true" />,
          run: () =>
            history.push(formatAddress({ ...names, screen: { kind: 'list', collection: name } })),
        })),
    },
    {
      value: t('do'),
      items: commands
        .filter(command => !command.isKeyOnly && isWanted(command.title))
        .map(({ id, title, shortcut, run }) => ({
          id: `command ${id}`,
          label: title,
          keys: shortcut,
          icon: <CornerDownLeft size={iconSize} aria-hidden="true" />,
          run: () => run(undefined),
        })),
    },
  ]
  return { groups: groups.filter(({ items }) => items.length > 0), isSearching }
}
