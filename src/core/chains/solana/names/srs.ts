import { createHash } from 'node:crypto'
import { PublicKey } from '@solana/web3.js'
import type { NamesConnection } from './connection.ts'

/**
 * The registry to which names with `.sol` move. Layout, addresses and the slot are those of SNS's SDK 4.0.1 (`js/src/config.ts`,
 * `js/src/constants.ts`, `js/src/resolve/resolveSol.ts`), which does not use them yet.
 */
const program = 'srsWjm76StJucL7atFyPSdXFaVLNPFqEt1uFEDPrZsn'
const solClass = 'AjheAtCgSwEcEYd6xi6thcQW25ELWd7wKCx6SKBGUtMQ'
/** From this finalized slot on, SNS's own registry alone no longer decides about `.sol`. */
export const solMovesAtSlot = 452_825_395

/** A record: account type, class, kind of owner, owner, whether it is frozen, expiry (seconds since 1970; 0: never). */
const recordKind = 2
const ownerIsWallet = 0
const [classAt, ownerKindAt, ownerAt, expiryAt, headLength] = [1, 33, 34, 67, 75]

/** The wallet that owns a name (without `.sol`) in this registry; null if there is none, or it expired. @param now ms */
export async function srsOwner(connection: NamesConnection, name: string, now: number): Promise<string | null> {
  const record = await connection.getAccountInfo(srsRecordKey(name))
  if (record === null || record.owner.toBase58() !== program || record.data.length < headLength) return null
  const { data } = record
  if (data[0] !== recordKind || data[ownerKindAt] !== ownerIsWallet) return null
  if (!data.subarray(classAt, classAt + 32).equals(new PublicKey(solClass).toBuffer())) return null
  const expiry = data.readBigInt64LE(expiryAt)
  if (expiry !== 0n && expiry <= BigInt(Math.floor(now / 1_000))) return null
  return new PublicKey(data.subarray(ownerAt, ownerAt + 32)).toBase58()
}

/** The address of a name's record. */
export function srsRecordKey(name: string): PublicKey {
  const seed = createHash('sha256').update(`SRS${name}`).digest()
  const seeds = [Buffer.from('record'), new PublicKey(solClass).toBuffer(), seed]
  return PublicKey.findProgramAddressSync(seeds, new PublicKey(program))[0]
}
