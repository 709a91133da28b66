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
