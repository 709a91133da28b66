import { createHash } from 'node:crypto'
import type { CollectionRow } from '../../store/journal/signer-queue.ts'

/** The id under which a copy is listed while only its tag is known; undefined of what is no copy, which is found by its token. */
export function copyStandIn(
  { fungibility, contract_address: contract }: CollectionRow,
  tag: string,
): { standIn: string } | undefined {
  return fungibility === 'semi-fungible' ? { standIn: standInId(contract ?? '', tag) } : undefined
}

/** What a recovered NFT is listed as until it is asked for under its own id. @param mark its token, or of a copy its tag */
export function standInId(contract: string, mark: string): string {
  return `recovered-${standInDigest(contract, mark).toString('hex').slice(0, 32)}`
}

/** Equal to no row's content hash: a row of a file is known again by its run, or else it would be left out of it, which changes the run. */
export function standInDigest(contract: string, mark: string): Buffer {
  return createHash('sha256').update(`mintdesk recovered v1\n${contract}\n${mark}`).digest()
}
