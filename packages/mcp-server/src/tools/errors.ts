import { ServiceError } from '@service/base'

/** Invalid arguments of a tool. */
export class InvalidArgumentsError extends ServiceError {
  override readonly name = 'InvalidArgumentsError'
  readonly code = 'invalid_arguments'
  readonly status = 400
}

/** The collection does not exist, or the person may not see it. */
export class UnknownCollectionError extends ServiceError {
  override readonly name = 'UnknownCollectionError'
  readonly code = 'unknown_collection'
  readonly status = 404

  constructor(name: string, visible: readonly string[]) {
    super(`No collection '${name}'. There are: ${visible.join(', ') || 'none you may see'}.`)
  }
}

/** The to-many relation does not exist, or the person may not see it. */
export class UnknownRelationError extends ServiceError {
  override readonly name = 'UnknownRelationError'
  readonly code = 'unknown_relation'
  readonly status = 404

  constructor(collection: string, relation: string, visible: readonly string[]) {
    super(
      `'${collection}' has no to-many relation '${relation}'. There are: ${visible.join(', ') || 'none'}.`,
    )
  }
}

/** The client was not granted the token scope that the tool needs. */
export class InsufficientScopeError extends ServiceError {
  override readonly name = 'InsufficientScopeError'
  readonly code = 'insufficient_scope'
  readonly status = 403

  constructor(tool: string, scope: string) {
    super(
      `insufficient_scope: '${tool}' needs the scope '${scope}', which this connection was not given. ` +
        'Connect again and allow it.',
    )
  }
}

/** The agent cannot be reached. */
export class AgentAwayError extends ServiceError {
  override readonly name = 'AgentAwayError'
  readonly code = 'agent_away'
  readonly status = 502

  constructor(options: ErrorOptions) {
    super('The agent cannot be reached. Try again later.', options)
  }
}

/** The agent's response exceeds the memory limit. */
export class AnswerTooLargeError extends ServiceError {
  override readonly name = 'AnswerTooLargeError'
  readonly code = 'answer_too_large'
  readonly status = 413

  constructor(limit: number) {
    super(
      `The response is larger than ${limit} bytes. Ask for fewer records (pagination.size) or fewer fields (fields).`,
    )
  }
}
