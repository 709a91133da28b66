import { type ChainName, chainLabel } from '../../../../shared/chains.ts'
import { CoreError } from '../../../lib/errors.ts'
import type { NftRow } from '../../../store/collections/nft-rows.ts'
import { ApiFault } from '../../http/faults.ts'

/** A copy has no properties of its own that could change. @throws ApiFault 422 */
export function requireNoCopy({ id, template_id }: NftRow): void {
  if (template_id === null) return
  throw new ApiFault(
    422,
    'nft.copy',
    `The NFT ${JSON.stringify(id)} is a copy of the template ${JSON.stringify(template_id)}: change the template; a copy by itself cannot be changed.`,
  )
}

/** The error for an NFT that is not on chain. */
export function notMinted({ id, state }: Pick<NftRow, 'id' | 'state'>, what: 'burn' | 'update'): CoreError {
  const name = `The NFT ${JSON.stringify(id)}`
  const cannot = { burn: 'burnt', update: 'updated' }[what]
  return new CoreError(
    'nft.notMinted',
    state === 'failed' || state === 'cancelled'
      ? `${name} was not minted (it ${state === 'failed' ? 'failed' : 'was cancelled'}), so there is nothing to ${what}.`
      : `${name} is not minted yet, so it cannot be ${cannot}: wait until its onChain.status is success.`,
  )
}

/**
 * The error for an NFT whose holder could not be read.
 * @param error why; its own sentence has the cure
 */
export function holderUnknown(chain: ChainName, error: unknown): CoreError {
  if (error instanceof CoreError && (!error.code.startsWith('network.') || error.code === 'network.unsupported'))
    return error
  return new ApiFault(
    503,
    'network.unreachable',
    error instanceof CoreError
      ? `It is not known now who holds this NFT: ${error.message}`
      : `${chainLabel(chain)} does not answer, so it is not known who holds this NFT: try again in a moment.`,
  )
}

/** Why an NFT that is burnt, or being burnt, cannot change. @param name how the sentence begins */
export function burntBefore(name: string, status: 'pending' | 'succeeded' | 'failed'): CoreError {
  return status === 'pending'
    ? new CoreError('nft.beingBurnt', `${name} is being burnt already: its action tells when that is done.`)
    : new CoreError('nft.burnt', `${name} is burnt already; it is gone for good.`)
}

/** The error for a recipient that refuses an NFT with an unknown reason. */
export function refusedThere(to: string): ApiFault {
  const message = `The recipient ${to} is a contract that refuses this NFT, or the NFT's own contract does not move it there; neither gives a reason that is known here. Name another address.`
  return new ApiFault(422, 'recipient.refused', message)
}
