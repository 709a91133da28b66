import type { ApiErrorBody } from '../../../shared/app-api.ts'
import { CoreError, type FaultDetail } from '../../lib/errors.ts'

/** An error with the HTTP status of its answer. */
export class ApiFault extends CoreError {
  readonly status: number
  /** Seconds after which the caller may try the same request again. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    details: readonly FaultDetail[] = [],
    retryAfter?: number,
  ) {
    super(code, message, details)
    this.name = 'ApiFault'
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** 400: the request is not of the documented form. A single fault is the message itself; several are counted. `details` has all of them. */
export function invalidRequest(details: readonly FaultDetail[], code = 'request.invalid'): ApiFault {
  const [first] = details
  const message =
    details.length === 1 && first
      ? first.message
      : `The request has ${details.length} faults, each named in details; the first: ${first?.message ?? ''}`
  return new ApiFault(400, code, message, details)
}

/** 404 with a sentence that names what was requested. */
export function notFound(what: 'collection' | 'nft' | 'action' | 'template', id: string): ApiFault {
  const label = { collection: 'collection', nft: 'NFT', action: 'action', template: 'template' }[what]
  return new ApiFault(404, `${what}.notFound`, `There is no ${label} ${JSON.stringify(id)} in this project.`)
}

const statuses: ReadonlyMap<string, number> = new Map([
  ['request.invalid', 400],
  ['idempotency.conflict', 409],
  ['network.unknown', 400],
  ['network.inUse', 409],
  ['network.busy', 409],
  ['network.unreachable', 503],
  ['storage.unreachable', 503],
  ['vault.locked', 503],
  ['vault.passphrase', 403],
  ['vault.words', 400],
  ['vault.exists', 409],
  ['vault.other', 409],
  ['handOver.changed', 409],
  ['rpc.changed', 409],
  ['gateway.changed', 409],
  ['collection.offerChanged', 409],
  ['template.unknown', 404],
  ['people.exists', 409],
  ['people.lastAdmin', 409],
  ['session.missing', 401],
  ['session.unknown', 401],
])
const badInput = new Set(['recipient', 'metadata', 'attributes', 'id'])

/** The HTTP status of an error that is answered: its own, or its code's; 422 for any other. */
export function statusOf(error: CoreError): number {
  if (error instanceof ApiFault) return error.status
  const known = statuses.get(error.code)
  if (known !== undefined) return known
  if (error.code.endsWith('.notFound')) return 404
  return badInput.has(error.code.split('.')[0] ?? '') ? 400 : 422
}

/** The one error body of the API. */
export function errorBody(code: string, message: string, details: readonly FaultDetail[] = []): ApiErrorBody {
  return {
    error: true,
    message,
    code,
    ...(details.length > 0 ? { details: details.map(({ path, message }) => ({ path, message })) } : {}),
  }
}
