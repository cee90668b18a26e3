export {
  includesAddress,
  isLoopbackAddress,
  normalizeAddress,
  readClientNetwork,
} from './addresses/address.js'
export {
  compileTrustedProxies,
  findClientAddress,
  namesForwardedClient,
  type TrustedProxies,
} from './addresses/client-address.js'
export { compileIpRules } from './addresses/ip-rules.js'
export { CallFailure, type FailureKind } from './client/call-failure.js'
export {
  createHttpClient,
  type HttpClient,
  type HttpClientOptions,
  type OutgoingCall,
  type OutgoingRequest,
  type OutgoingStream,
  type StreamedResponse,
  type WholeResponse,
} from './client/create-http-client.js'
export { createDeadline, type Deadline } from './client/deadline.js'
export { systemTimer, type Timer } from './client/timer.js'
export { toFetch } from './client/to-fetch.js'
export { chooseEncoding, type Encoding } from './compression/choose-encoding.js'
export { compress } from './compression/compress.js'
export { type CorsOptions, cors, isOrigin } from './cors.js'
export { readBearer, readCookie } from './credentials.js'
export { type ErrorResponseOptions, errorResponse } from './error-response.js'
export {
  BodyAlreadyReadError,
  BodyTooLargeError,
  InvalidJsonError,
  MalformedPathError,
  MethodNotAllowedError,
  RequestAbortedError,
  RouteNotFoundError,
  UnsupportedMediaTypeError,
} from './errors.js'
export { matchesEtag } from './etag.js'
export type { FetchHost } from './fetch/fetch-request.js'
export { toFetchHandler } from './fetch/to-fetch-handler.js'
export { createInFlight, type InFlight } from './in-flight.js'
export { jsonResponse } from './json-response.js'
export type { HttpBody, HttpHandler, HttpHeaders, HttpRequest, HttpResponse } from './message.js'
export {
  createStandaloneServer,
  type StandaloneOptions,
  type StandaloneServer,
} from './mounts/create-standalone-server.js'
export type { CurrentHandler, MountedOptions } from './mounts/mount.js'
export { type ExpressHost, mountOnExpress } from './mounts/mount-on-express.js'
export { type FastifyHost, mountOnFastify } from './mounts/mount-on-fastify.js'
export { type KoaHost, mountOnKoa } from './mounts/mount-on-koa.js'
export { mountOnNestJs, type NestHost } from './mounts/mount-on-nest-js.js'
export { findLockOwner, lockFolder } from './node/lock-folder.js'
export { isRunning, type ProcessIdentity, readProcessIdentity } from './node/process-identity.js'
export type { ServeOptions } from './node/serve-node-request.js'
export { prepareStop, type StopOptions } from './node/stop-server.js'
export { toNodeListener } from './node/to-node-listener.js'
export { isUnderPrefix } from './prefix.js'
export { isPresentable } from './presentable-error.js'
export { readBytes, readRequestBytes } from './read-bytes.js'
export { readJson } from './read-json.js'
export { keepRequestId, requestId, requestIdHeader } from './request-id.js'
export {
  createRouter,
  type Route,
  type RouteMatch,
  type RouteParams,
  type Router,
} from './router.js'
