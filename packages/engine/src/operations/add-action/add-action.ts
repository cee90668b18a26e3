import { knownNames, namesOf, ValidationError } from '@service/base'
import type { ActionScope, ContextOf } from '../../actions/action-context.js'
import type { ActionModel } from '../../actions/action-model.js'
import type { ActionResult, ResultBuilder } from '../../actions/action-result.js'
import { checkForm } from '../../actions/check-form.js'
import type { FormElement, MakeForm } from '../../actions/form-elements.js'
import type { ValuesOf } from '../../actions/form-values.js'
import { isDynamicForm } from '../../actions/is-dynamic-form.js'
import { draftNamed } from '../../model/draft.js'
import type { Additions, Schema } from '../../typings/schema.js'
import { checkDefinition } from '../check-definition.js'
import { defineOperation } from '../define-operation.js'
import type { CollectionCustomizer } from '../index.js'

export interface AddAction<S extends Schema, N extends keyof S, A extends Additions> {
  /**
   * Adds something to do with one record, a selection of records, or none, after a form when it
   * needs to ask.
   *
   * @example
   * orders.addAction('Refund', {
   *   scope: 'Single',
   *   form: [{ label: 'Amount', type: 'Number', isRequired: true }],
   *   execute: async ({ collection, filter, formValues }, resultBuilder) => {
   *     await collection.update(filter, { refunded: formValues.Amount })
   *     return resultBuilder.success('Refunded')
   *   },
   * })
   */
  addAction<const K extends ActionScope, const E extends FormElement<ContextOf<K, S, N, A>>>(
    name: string,
    definition: {
      readonly scope: K
      readonly form?: readonly E[] | MakeForm<ContextOf<K, S, N, A>>
      readonly description?: string
      /** At most 50 characters. */
      readonly submitButtonLabel?: string
      /** The action answers a file. */
      readonly generateFile?: boolean
      execute(
        context: ContextOf<K, S, N, A, ValuesOf<E>>,
        resultBuilder: ResultBuilder,
      ): ActionResult | undefined | Promise<ActionResult | undefined> | Promise<void> | void
    },
  ): CollectionCustomizer<S, N, A>
}

type Definition = Omit<ActionModel, 'name' | 'form' | 'isDynamic' | 'generateFile' | 'addedBy'> &
  Partial<Pick<ActionModel, 'form' | 'generateFile'>>

const members = namesOf<Definition>({
  scope: true,
  execute: true,
  form: true,
  description: true,
  submitButtonLabel: true,
  generateFile: true,
})

const scopes = ['Single', 'Bulk', 'Global']
const longestLabel = 50

export const addAction = defineOperation(
  'addAction',
  (collection, name: string, definition: Definition) => {
    checkName(name)
    if (collection.actions.has(name)) {
      throw new ValidationError(`'${collection.name}' already has an action '${name}'.`)
    }
    checkDefinition(name, definition, members)
    checkAction(name, definition)
    const { scope, execute, description, submitButtonLabel } = definition
    const { form = [], generateFile = false } = definition
    if (typeof form !== 'function') {
      checkForm(form, other => draftNamed(collection.draft, other))
    }
    collection.actions.set(name, {
      name,
      scope,
      description,
      submitButtonLabel,
      generateFile,
      form,
      isDynamic: typeof form === 'function' || isDynamicForm(form),
      execute,
      addedBy: collection.entry!,
    })
  },
)

function checkName(name: unknown): void {
  if (typeof name === 'string' && name.trim() !== '') return
  throw new ValidationError('An action needs a name.')
}

function checkAction(name: string, { scope, execute, submitButtonLabel }: Definition): void {
  if (!scopes.includes(scope)) {
    throw new ValidationError(
      `'${name}' has the unknown scope '${scope}'. There are: ${knownNames(String(scope), scopes)}`,
    )
  }
  if (typeof execute !== 'function') {
    throw new ValidationError(`'${name}' needs a function execute.`)
  }
  if (submitButtonLabel !== undefined && submitButtonLabel.length > longestLabel) {
    throw new ValidationError(
      `The submitButtonLabel of '${name}' has ${submitButtonLabel.length} characters; at most ${longestLabel} are shown.`,
    )
  }
}
