import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  formatIpRule,
  type IpRule,
  type IpRules,
  readRuleFamily,
} from '../../../core/settings/ip-rule.js'
import { usePlace } from '../../../data/place-context.js'
import { request } from '../../../data/service-api.js'
import { useServiceChange } from '../../../data/settings/use-service.js'
import { useToasts } from '../../../shell/toasts.js'
import { useErrorText } from '../../../shell/use-error-text.js'
import { BusyFields } from '../../../ui/busy-fields.js'
import { Button, IconButton } from '../../../ui/button.js'
import { CheckField } from '../../../ui/check-field.js'
import { ConfirmDialog } from '../parts/confirm-dialog.js'
import { SettingsSection } from '../parts/settings-section.js'
import { SettingsTable } from '../parts/settings-table.js'
import { UnsavedGuard } from '../parts/unsaved-guard.js'
import { IpRuleDialog } from './ip-rule-dialog.js'
import { OwnAddress } from './own-address.js'
import { useIpRulesCheck } from './use-ip-rules-check.js'

interface IpRulesFormProps {
  readonly path: string
  readonly stored: IpRules
}

/** Which rule is open: a new one, with an address to begin with, or one of the list. */
type Opened = { readonly index?: number; readonly text?: string; readonly description?: string }

/** The rules of an environment. They are changed together and saved once. */
export function IpRulesForm({ path, stored }: IpRulesFormProps) {
  const t = useTranslations('ipRules')
  const { environment } = usePlace().place
  const { show } = useToasts()
  const describeError = useErrorText()
  const [draft, setDraft] = useState(stored)
  const [opened, setOpened] = useState<Opened>()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isDirty = JSON.stringify(draft) !== JSON.stringify(stored)
  const isEmptyAndOn = draft.isEnabled && draft.rules.length === 0
  const check = useIpRulesCheck(path, draft)
  const send = useServiceChange((body: IpRules) => request('PUT', path, body), [path])
  const setRules = (rules: readonly IpRule[]) => setDraft({ ...draft, rules })

  const store = async () => {
    await send(draft)
    show({ text: t('saved'), kind: 'success' })
  }
  async function save() {
    if (check.data && !check.data.isAllowed) return setAsking(true)
    setBusy(true)
    setProblem(undefined)
    try {
      await store()
    } catch (error) {
      setProblem(describeError(error))
    } finally {
      setBusy(false)
    }
  }
  const keep = (rule: IpRule) =>
    setRules(
      opened?.index === undefined
        ? [...draft.rules, rule]
        : draft.rules.map((each, index) => (index === opened.index ? rule : each)),
    )

  return (
    <>
      <UnsavedGuard isDirty={isDirty && !isBusy} />
      <BusyFields isBusy={isBusy}>
        <OwnAddress
          check={check.latest}
          isEnabled={draft.isEnabled}
          onAdd={text => setOpened({ text, description: t('ownDescription') })}
        />
        <SettingsSection
          title={t('rules')}
          hint={t('rulesHint')}
          buttons={
            <Button icon={<Plus size={14} aria-hidden="true" />} onClick={() => setOpened({})}>
              {t('add')}
            </Button>
          }
        >
          <SettingsTable
            label={t('rules')}
            columns={[
              {
                key: 'addresses',
                label: t('addresses'),
                show: ({ rule }) => <code className="font-mono">{formatIpRule(rule)}</code>,
              },
              {
                key: 'description',
                label: t('description'),
                show: ({ rule }) =>
                  rule.description ?? <span className="text-muted">{t('noDescription')}</span>,
              },
              {
                key: 'family',
                label: t('family'),
                isWideOnly: true,
                show: ({ rule }) => `IPv${readRuleFamily(rule)}`,
              },
            ]}
            rows={draft.rules.map((rule, index) => ({ rule, index }))}
            getKey={({ index }) => index}
            empty={{ title: t('none'), hint: t('noneHint') }}
            buttons={{
              label: t('actions'),
              show: ({ rule, index }) => (
                <>
                  <IconButton
                    label={t('edit', { rule: formatIpRule(rule) })}
                    onClick={() =>
                      setOpened({
                        index,
                        text: formatIpRule(rule),
                        description: rule.description ?? '',
                      })
                    }
                  >
                    <Pencil size={14} aria-hidden="true" />
                  </IconButton>
                  <IconButton
                    label={t('remove', { rule: formatIpRule(rule) })}
                    onClick={() => setRules(draft.rules.filter((_, other) => other !== index))}
                  >
                    <Trash2 size={14} aria-hidden="true" />
                  </IconButton>
                </>
              ),
            }}
          />
        </SettingsSection>
        <div className="flex flex-col gap-4">
          <CheckField
            label={t('enabled')}
            hint={t('enabledHint')}
            isChecked={draft.isEnabled}
            onChange={isEnabled => setDraft({ ...draft, isEnabled })}
          />
          <div role="alert" className="empty:hidden">
            {isEmptyAndOn ? <p className="text-danger">{t('needsRule')}</p> : null}
            {problem === undefined ? null : <p className="wrap-anywhere text-danger">{problem}</p>}
          </div>
          <div className="flex flex-wrap gap-2">
            <Button
              size="form"
              look="primary"
              // Whether it locks somebody out is known first.
              disabled={!isDirty || isEmptyAndOn || isBusy || check.data === undefined}
              onClick={() => void save()}
            >
              {t('save')}
            </Button>
            {isDirty ? (
              <Button size="form" onClick={() => setDraft(stored)}>
                {t('reset')}
              </Button>
            ) : null}
          </div>
        </div>
      </BusyFields>
      {opened ? (
        <IpRuleDialog
          isNew={opened.index === undefined}
          text={opened.text ?? ''}
          description={opened.description ?? ''}
          onKeep={keep}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
      {isAsking && check.data ? (
        <ConfirmDialog
          title={t('lockOutTitle')}
          hint={
            <>
              <p>{t('lockOut', { address: check.data.address, environment: environment.name })}</p>
              <p className="mt-2 text-muted">{t('lockOutWayBack')}</p>
            </>
          }
          confirmLabel={t('saveAnyway')}
          onConfirm={store}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}
