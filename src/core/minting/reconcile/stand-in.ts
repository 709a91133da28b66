import { createHash } from 'node:crypto'
import type { CollectionRow } from '../../store/journal/signer-queue.ts'

/** The id under which a copy is listed while only its tag is known; undefined for other NFTs, which are found by their token. */
export function copyStandIn(
  { fungibility, contract_address: contract }: CollectionRow,
  tag: string,
): { standIn: string } | undefined {
  return fungibility === 'semi-fungible' ? { standIn: standInId(contract ?? '', tag) } : undefined
}

/** The id of a recovered NFT until it is asked for under its own id. @param mark its token, or the tag of a copy */
export function standInId(contract: string, mark: string): string {
  return `recovered-${standInDigest(contract, mark).toString('hex').slice(0, 32)}`
}

/** Equals no row's content hash: otherwise a run would leave the row out, which changes the run. A file's row is known again by its run. */
export function standInDigest(contract: string, mark: string): Buffer {
  return createHash('sha256').update(`mintdesk recovered v1\n${contract}\n${mark}`).digest()
}
