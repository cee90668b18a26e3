import { IncomingMessage } from 'node:http'

/** A request with the values that its log line and metrics need at the end. */
export class ObservedRequest extends IncomingMessage {
  /** The path of the matched route, as in OpenAPI; empty when there is none. */
  route = ''
  /** The Request-Id of the response. */
  id = ''
  /** Releases its slot in the overload guard, which sets this function. */
  stopCounting: () => void = () => {}
}
