import { knownNames, listOptionNames, ValidationError } from '@service/base'
import type { ActionModel } from '../../actions/action-model.js'
import { checkForm } from '../../actions/check-form.js'
import { isDynamicForm } from '../../actions/is-dynamic-form.js'
import { draftNamed } from '../../model/draft.js'
import { checkDefinition } from '../check-definition.js'
import { defineOperation } from '../define-operation.js'

type Definition = Omit<ActionModel, 'name' | 'form' | 'isDynamic' | 'generateFile' | 'addedBy'> &
  Partial<Pick<ActionModel, 'form' | 'generateFile'>>

const members = listOptionNames<Definition>({
  scope: true,
  execute: true,
  form: true,
  description: true,
  submitButtonLabel: true,
  generateFile: true,
})

const scopes = ['Single', 'Bulk', 'Global']
const maxLabelLength = 50

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
  if (submitButtonLabel !== undefined && submitButtonLabel.length > maxLabelLength) {
    throw new ValidationError(
      `The submitButtonLabel of '${name}' has ${submitButtonLabel.length} characters; at most ${maxLabelLength} are shown.`,
    )
  }
}
