import { z } from 'zod'
import { InvalidRequestError } from '../../errors.js'
import {
  checkProgramScope,
  findRendering,
  type RenderingWork,
} from '../../http/access/find-rendering.js'
import { readHeader } from '../../http/aliases.js'
import type { PersonCall } from '../../http/route.js'

/** Names the rendering when the path does not. */
export const RENDERING_HEADER = 'service-rendering-id'

const RenderingId = z.string().regex(/^[1-9]\d{0,14}$/)

/** Finds the member and the environment from the rendering id in a header. */
export async function findRenderingWork(
  call: PersonCall<unknown, unknown, unknown>,
): Promise<RenderingWork> {
  const { success, data } = RenderingId.safeParse(readHeader(call.request, RENDERING_HEADER))
  if (!success) {
    throw new InvalidRequestError(
      `Send the id of the rendering in '${RENDERING_HEADER}'.`,
      'invalid_header',
    )
  }
  // Requesting an action needs the same scope as running it.
  checkProgramScope(call.person, 'mcp:action')
  return findRendering(call, Number(data))
}
