import { ServiceError } from '@service/base'
import type { HttpHeaders } from './message.js'

/** The body of a request is not JSON. */
export class InvalidJsonError extends ServiceError {
  override readonly name = 'InvalidJsonError'
  readonly code = 'invalid_json'
  readonly status = 400
}

/** The body of a request is larger than the server accepts. */
export class BodyTooLargeError extends ServiceError {
  override readonly name = 'BodyTooLargeError'
  readonly code = 'body_too_large'
  readonly status = 413

  constructor(limit: number) {
    super(`The request body is larger than the limit of ${limit} bytes`)
  }
}

/** The content type of the body is not supported. */
export class UnsupportedMediaTypeError extends ServiceError {
  override readonly name = 'UnsupportedMediaTypeError'
  readonly code = 'unsupported_media_type'
  readonly status = 415
}

/** The client closed the connection before its request was complete. */
export class RequestAbortedError extends ServiceError {
  override readonly name = 'RequestAbortedError'
  readonly code = 'request_aborted'
  readonly status = 400

  constructor() {
    super('The connection was closed before the whole request body arrived')
  }
}

/** The host application read the body and did not keep it. */
export class BodyAlreadyReadError extends ServiceError {
  override readonly name = 'BodyAlreadyReadError'
  readonly code = 'body_already_read'
  readonly status = 500

  constructor() {
    super(
      'The host application already read the request body without keeping it: ' +
        'mount before the code that reads it, or leave the parsed body on the request',
    )
  }
}

/** No route has this path. */
export class RouteNotFoundError extends ServiceError {
  override readonly name = 'NotFoundError'
  readonly code = 'route_not_found'
  readonly status = 404

  constructor(path: string) {
    super(`No route matches the path ${path}`)
  }
}

/** The path exists, but not for this method. */
export class MethodNotAllowedError extends ServiceError {
  override readonly name = 'MethodNotAllowedError'
  readonly code = 'method_not_allowed'
  readonly status = 405
  readonly headers: HttpHeaders

  constructor(method: string, path: string, allowed: readonly string[]) {
    const allow = allowed.join(', ')
    super(`The method ${method} is not allowed on ${path}: use one of ${allow}`)
    this.headers = { allow }
  }
}

/** A segment of the path has invalid percent-encoding. */
export class MalformedPathError extends ServiceError {
  override readonly name = 'MalformedPathError'
  readonly code = 'malformed_path'
  readonly status = 400

  constructor(segment: string) {
    super(`The path segment ${segment} is not correctly percent-encoded UTF-8`)
  }
}
