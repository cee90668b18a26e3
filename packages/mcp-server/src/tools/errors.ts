import { ServiceError } from '@service/base'

/** Arguments that a tool cannot work with. */
export class InvalidArgumentsError extends ServiceError {
  override readonly name = 'InvalidArgumentsError'
  readonly code = 'invalid_arguments'
  readonly status = 400
}

/** No such collection, as far as the person can see. */
export class UnknownCollectionError extends ServiceError {
  override readonly name = 'UnknownCollectionError'
  readonly code = 'unknown_collection'
  readonly status = 404

  constructor(name: string, visible: readonly string[]) {
    super(`No collection '${name}'. There are: ${visible.join(', ') || 'none you may see'}.`)
  }
}

/** No such to-many relation, as far as the person can see. */
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

/** A tool that the person did not let the client use. */
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

/** The agent did not take the request. */
export class AgentAwayError extends ServiceError {
  override readonly name = 'AgentAwayError'
  readonly code = 'agent_away'
  readonly status = 502

  constructor(options: ErrorOptions) {
    super('The agent cannot be reached. Try again later.', options)
  }
}

/** The agent answered more than is kept in memory. */
export class AnswerTooLargeError extends ServiceError {
  override readonly name = 'AnswerTooLargeError'
  readonly code = 'answer_too_large'
  readonly status = 413

  constructor(limit: number) {
    super(
      `The answer is larger than ${limit} bytes. Ask for fewer records (pagination.size) or fewer fields (fields).`,
    )
  }
}
