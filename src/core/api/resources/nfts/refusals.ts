import { CoreError } from '../../../lib/errors.ts'
import type { NftRow } from '../../../store/collections/nft-rows.ts'
import { ApiFault } from '../../http/faults.ts'

/** A copy has nothing of its own to change. @throws ApiFault 422 */
export function requireNoCopy({ id, template_id }: NftRow): void {
  if (template_id === null) return
  throw new ApiFault(
    422,
    'nft.copy',
    `The NFT ${JSON.stringify(id)} is a copy of the template ${JSON.stringify(template_id)}: change the template; a copy by itself cannot be changed.`,
  )
}

/** Why nothing more can be done to an NFT. @param name how the sentence begins */
export function burntBefore(name: string, status: 'pending' | 'succeeded' | 'failed'): CoreError {
  return status === 'pending'
    ? new CoreError('nft.beingBurnt', `${name} is being burnt already: its action tells when that is done.`)
    : new CoreError('nft.burnt', `${name} is burnt already; it is gone for good.`)
}

/** Why an NFT cannot go to a recipient whose refusal says nothing that is known. */
export function refusedThere(to: string): ApiFault {
  const message = `The recipient ${to} is a contract that refuses this NFT, or the NFT's own contract does not move it there; neither gives a reason that is known here. Name another address.`
  return new ApiFault(422, 'recipient.refused', message)
}
