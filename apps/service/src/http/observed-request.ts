import { IncomingMessage } from 'node:http'

/** A request as the server makes it, with what its log line and its figures need to know at the end. */
export class ObservedRequest extends IncomingMessage {
  /** The path of the route that took it, as OpenAPI writes it; empty when there is none. */
  route = ''
  /** The Request-Id of its answer. */
  id = ''
  /** Tells the gate that it is not being answered any more; set by the gate. */
  leave: () => void = () => {}
}
